import { z } from 'zod';
import { whole } from './columns';
import type { Connection } from './database';

/** Rows that one index holds: FROM and WHERE, with the values. */
export interface CountedRange {
  from: string;
  values: unknown[];
  /** Each row is looked up in a second table: such ranges are counted only when the others leave room. */
  isJoined?: boolean;
}

/** Counts the rows of several ranges, up to `limit`. */
export async function countCapped(
  database: Connection,
  limit: number,
  ranges: CountedRange[],
): Promise<number> {
  let total = 0;
  for (const isJoined of [false, true]) {
    if (total >= limit) break;
    const alike = ranges.filter((range) => Boolean(range.isJoined) === isJoined);
    total += await countAlike(database, limit - total, alike);
  }
  return total;
}

/** Counts each range up to its share of `limit` first, then, one after the other, the rest of those that have more. */
async function countAlike(database: Connection, limit: number, ranges: CountedRange[]): Promise<number> {
  if (ranges.length === 0) return 0;
  const share = Math.ceil(limit / ranges.length);
  const counted = await countEach(database, share, ranges);
  let total = counted.reduce((sum, count) => sum + count, 0);
  for (const [index, range] of ranges.entries()) {
    if (total >= limit || ranges.length === 1) break;
    if ((counted[index] ?? 0) < share) continue;
    const [count = 0] = await countEach(database, limit - total + share, [range]);
    total += count - share;
  }
  return Math.min(total, limit);
}

async function countEach(database: Connection, limit: number, ranges: CountedRange[]): Promise<number[]> {
  const counts = ranges.map(
    ({ from }, index) => `(SELECT COUNT(*) FROM (SELECT 1 FROM ${from} LIMIT ${limit}) head) AS n${index}`,
  );
  const values = ranges.flatMap((range) => range.values);
  const row = await database.row(z.record(z.string(), whole), `SELECT ${counts.join(', ')}`, values);
  return ranges.map((_, index) => row?.[`n${index}`] ?? 0);
}
