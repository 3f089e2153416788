import type { DataSource } from 'typeorm';
import { wholeNumber } from './money-column';

/** Rows that one index holds: FROM and WHERE, with the values. */
export interface Head {
  from: string;
  values: unknown[];
  /** Each row is looked up in a second table: such heads are counted only when the others leave room. */
  isJoined?: boolean;
}

/** Counts the rows of a list that is read from several places, and stops at `most`. */
export async function countHeads(dataSource: DataSource, most: number, heads: Head[]): Promise<number> {
  let total = 0;
  for (const isJoined of [false, true]) {
    if (total >= most) break;
    const alike = heads.filter((head) => Boolean(head.isJoined) === isJoined);
    total += await countAlike(dataSource, most - total, alike);
  }
  return total;
}

/**
 * First no place is counted further than its share of `most`; only of those that have more the rest is counted, one
 * after the other.
 */
async function countAlike(dataSource: DataSource, most: number, heads: Head[]): Promise<number> {
  if (heads.length === 0) return 0;
  const share = Math.ceil(most / heads.length);
  const counted = await counts(dataSource, share, heads);
  let total = counted.reduce((sum, count) => sum + count, 0);
  for (const [at, head] of heads.entries()) {
    if (total >= most || heads.length === 1) break;
    if ((counted[at] ?? 0) < share) continue;
    const [whole = 0] = await counts(dataSource, most - total + share, [head]);
    total += whole - share;
  }
  return Math.min(total, most);
}

async function counts(dataSource: DataSource, most: number, heads: Head[]): Promise<number[]> {
  const each = heads.map(({ from }) => `(SELECT COUNT(*) FROM (SELECT 1 FROM ${from} LIMIT ${most}) head)`);
  const [row] = (await dataSource.query(
    `SELECT ${each.map((sql, at) => `${sql} AS n${at}`).join(', ')}`,
    heads.flatMap(({ values }) => values),
  )) as [Record<string, string>];
  return heads.map((_, at) => wholeNumber(row[`n${at}`] ?? 0));
}
