import fc from 'fast-check';
import { Connection, type Database } from '../../platform/database/database';
import { EventFeed } from './event-feed';

/** A table whose rows appear in any order, as transactions commit. */
class Table extends Connection {
  readonly ids = new Set<number>();
  /** How many missing ids were queried. */
  asked = 0;

  /** @param step between the ids that one node assigns */
  constructor(readonly step: number) {
    super();
  }

  protected override async query<Result>(sql: string, values: unknown[] = []): Promise<Result> {
    return this.select(sql, values) as Result;
  }

  private select(sql: string, values: unknown[]): unknown[] {
    if (sql.includes('@@auto_increment_increment')) return [{ step: String(this.step) }];
    if (sql.includes('MAX(id)')) return [{ newest: String(Math.max(0, ...this.ids)) }];
    const left = [...values];
    const take = () => left.shift() as number;
    const conditions = sql.split(' UNION ALL ').map((part): ((id: number) => boolean) => {
      if (part.includes('IN (?)')) {
        const asked = left.shift() as number[];
        this.asked += asked.length;
        return (id) => asked.includes(id);
      }
      const from = take();
      if (!part.includes('MOD')) return (id) => id > from;
      const [to, step, remainder] = [take(), take(), take()];
      return (id) => id > from && id <= to && id % step === remainder;
    });
    return conditions
      .flatMap((holds) => [...this.ids].filter(holds))
      .sort((one, other) => one - other)
      .slice(0, 1_000)
      .map((id) => ({
        id: String(id),
        userId: '7',
        type: 'balance',
        data: JSON.stringify({ id }),
        about: null,
      }));
  }
}

function table(step = 1) {
  const connection = new Table(step);
  return { rows: connection.ids, connection, database: connection as unknown as Database };
}

const ids = async (feed: EventFeed) =>
  (await feed.next()).map(({ data }) => (JSON.parse(data) as { id: number }).id);

it('begins after the existing rows, and returns each new row once', async () => {
  const { rows, database } = table();
  rows.add(1).add(2);
  const feed = new EventFeed(database);
  await feed.start();
  expect(await ids(feed)).toEqual([]);
  rows.add(3);
  expect(await ids(feed)).toEqual([3]);
  expect(await ids(feed)).toEqual([]);
});

it('finds rows that were committed out of order, also those in progress at the start', async () => {
  const { rows, database } = table();
  rows.add(1).add(4);
  const feed = new EventFeed(database);
  await feed.start();
  rows.add(8);
  expect(await ids(feed)).toEqual([8]);
  rows.add(3).add(6);
  expect(await ids(feed)).toEqual([3, 6]);
  expect(await ids(feed)).toEqual([]);
});

it('stops waiting for ids that are never committed', async () => {
  const { rows, database } = table();
  let now = 0;
  const feed = new EventFeed(database, () => now);
  await feed.start();
  rows.add(3);
  expect(await ids(feed)).toEqual([3]);
  now = 61_000;
  expect(await ids(feed)).toEqual([]);
  rows.add(2);
  expect(await ids(feed)).toEqual([]);
});

it('reads more than one batch at once', async () => {
  const { rows, database } = table();
  const feed = new EventFeed(database);
  await feed.start();
  for (let id = 1; id <= 2_500; id += 1) rows.add(id);
  expect(await ids(feed)).toHaveLength(2_500);
});

describe('on a cluster of three nodes', () => {
  /** Ids that a node assigns. */
  const of = (node: number, count: number, from = 0) =>
    Array.from({ length: count }, (_, nth) => (from + nth) * 3 + node);

  it('queries no ids of nodes that write nothing', async () => {
    const { rows, connection, database } = table(3);
    const feed = new EventFeed(database);
    await feed.start();
    of(1, 300).forEach((id) => rows.add(id));
    expect(await ids(feed)).toEqual(of(1, 300));
    expect(await ids(feed)).toEqual([]);
    expect(connection.asked).toBe(0);
  });

  it('finds the rows of a node that begins to write below the newest id, each once', async () => {
    const { rows, database } = table(3);
    const feed = new EventFeed(database);
    await feed.start();
    of(1, 100).forEach((id) => rows.add(id));
    await feed.next();
    of(2, 3, 90).forEach((id) => rows.add(id));
    expect(await ids(feed)).toEqual(of(2, 3, 90));
    rows.add(2 + 3 * 40).add(1 + 3 * 200);
    expect(await ids(feed)).toEqual([2 + 3 * 40, 1 + 3 * 200]);
    rows.add(2 + 3 * 150);
    expect(await ids(feed)).toEqual([2 + 3 * 150]);
    expect(await ids(feed)).toEqual([]);
  });

  it('returns no row twice after a node has paused, and finds its later rows', async () => {
    const { rows, database } = table(3);
    let now = 0;
    const feed = new EventFeed(database, () => now);
    await feed.start();
    of(1, 10).forEach((id) => rows.add(id));
    of(2, 10).forEach((id) => rows.add(id));
    expect(await ids(feed)).toHaveLength(20);
    now = 61_000;
    rows.add(1 + 3 * 20);
    expect(await ids(feed)).toEqual([1 + 3 * 20]);
    rows.add(2 + 3 * 15);
    expect(await ids(feed)).toEqual([2 + 3 * 15]);
    expect(await ids(feed)).toEqual([]);
  });

  it('returns every row once, in whatever order two nodes commit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...of(1, 60), ...of(2, 60)], { minLength: 40 }),
        async (order) => {
          const { rows, database } = table(3);
          const feed = new EventFeed(database);
          await feed.start();
          const found: number[] = [];
          for (const [at, id] of order.entries()) {
            rows.add(id);
            if (at % 7 === 0) found.push(...(await ids(feed)));
          }
          found.push(...(await ids(feed)));
          expect(found.sort((one, other) => one - other)).toEqual(order.sort((one, other) => one - other));
        },
      ),
      { numRuns: 100 },
    );
  });
});
