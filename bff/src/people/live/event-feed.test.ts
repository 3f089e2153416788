import { Connection, type Database } from '../../platform/database/database';
import { EventFeed } from './event-feed';

/** A table whose rows appear in any order, as transactions commit. */
class Table extends Connection {
  readonly ids = new Set<number>();

  protected override async query<Result>(sql: string, values: unknown[] = []): Promise<Result> {
    return this.select(sql, values) as Result;
  }

  private select(sql: string, values: unknown[]): unknown[] {
    if (sql.includes('MAX(id)')) return [{ newest: String(Math.max(0, ...this.ids)) }];
    const [last, missing] = values as [number, number[] | number];
    const asked = Array.isArray(missing) ? missing : [];
    return [...this.ids]
      .filter((id) => id > last || asked.includes(id))
      .sort((left, right) => left - right)
      .slice(0, 1_000)
      .map((id) => ({ id: String(id), userId: '7', type: 'balance', data: '{}' }));
  }
}

function table() {
  const connection = new Table();
  return { rows: connection.ids, database: connection as unknown as Database };
}

const ids = async (feed: EventFeed) => (await feed.next()).map(({ id }) => id);

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
