import type { DataSource } from 'typeorm';
import { EventFeed } from './event-feed';

/** A table whose rows appear in any order, as transactions commit. */
function table() {
  const rows = new Set<number>();
  const query = async (sql: string, values: unknown[] = []): Promise<unknown[]> => {
    if (sql.includes('MAX(id)')) return [{ newest: String(Math.max(0, ...rows)) }];
    const [last, waited] = values as [number, number[] | number];
    const asked = Array.isArray(waited) ? waited : [];
    return [...rows]
      .filter((id) => id > last || asked.includes(id))
      .sort((left, right) => left - right)
      .slice(0, 1_000)
      .map((id) => ({ id: String(id), userId: '7', type: 'balance', data: '{}' }));
  };
  return { rows, dataSource: { query } as unknown as DataSource };
}

const ids = async (feed: EventFeed) => (await feed.next()).map(({ id }) => id);

it('begins after what is there, and gives each new row once', async () => {
  const { rows, dataSource } = table();
  rows.add(1).add(2);
  const feed = new EventFeed(dataSource);
  await feed.start();
  expect(await ids(feed)).toEqual([]);
  rows.add(3);
  expect(await ids(feed)).toEqual([3]);
  expect(await ids(feed)).toEqual([]);
});

it('finds rows that were committed behind others, also those under way when it began', async () => {
  const { rows, dataSource } = table();
  rows.add(1).add(4);
  const feed = new EventFeed(dataSource);
  await feed.start();
  rows.add(8);
  expect(await ids(feed)).toEqual([8]);
  rows.add(3).add(6);
  expect(await ids(feed)).toEqual([3, 6]);
  expect(await ids(feed)).toEqual([]);
});

it('stops waiting for rows that never come', async () => {
  const { rows, dataSource } = table();
  let now = 0;
  const feed = new EventFeed(dataSource, () => now);
  await feed.start();
  rows.add(3);
  expect(await ids(feed)).toEqual([3]);
  now = 61_000;
  expect(await ids(feed)).toEqual([]);
  rows.add(2);
  expect(await ids(feed)).toEqual([]);
});

it('reads more than one batch at once', async () => {
  const { rows, dataSource } = table();
  const feed = new EventFeed(dataSource);
  await feed.start();
  for (let id = 1; id <= 2_500; id += 1) rows.add(id);
  expect(await ids(feed)).toHaveLength(2_500);
});
