import type { DataSource } from 'typeorm';
import { wholeNumber } from '../common/money-column';
import { rangeChecks, snapshotCheck, stateChecks, type LedgerCheck } from './ledger-checks';

/** Small enough for a statement to end long before its deadline. */
const idsAtOnce = 20_000;
const accountsAtOnce = 50;

/** Up to which transfer and entry a ledger was read. */
export interface Watermark {
  transfers: number;
  entries: number;
}

export const beginning: Watermark = { transfers: 0, entries: 0 };

/** A law that does not hold, with some of the rows that show it. */
export interface Violation {
  check: string;
  law: string;
  rows: Record<string, unknown>[];
}

export interface Verification {
  violations: Violation[];
  /** Where the newest rows were when it began. */
  watermark: Watermark;
}

/**
 * Proves the laws of the ledger from its rows, while money moves: what was appended after `from`, and everything that
 * stands now. With the beginning as `from` the whole ledger is proven.
 */
export async function verifyLedger(dataSource: DataSource, from = beginning): Promise<Verification> {
  const watermark = {
    transfers: await newest(dataSource, 'transfers'),
    entries: await newest(dataSource, 'entries'),
  };
  const violations: Violation[] = [];
  for (const table of ['transfers', 'entries'] as const) {
    for (const range of ranges(from[table], watermark[table], idsAtOnce)) {
      const check = rangeChecks[table];
      violations.push(...(await run(dataSource, check, check.values(range))));
    }
  }
  for (const check of stateChecks) violations.push(...(await run(dataSource, check, [])));
  return { violations, watermark };
}

/** Compares every daily snapshot with a full recompute. */
export async function verifySnapshots(dataSource: DataSource): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const range of ranges(0, await newest(dataSource, 'accounts'), accountsAtOnce)) {
    violations.push(...(await run(dataSource, snapshotCheck, [...range, ...range])));
  }
  return violations;
}

async function run(
  dataSource: DataSource,
  { name, law, sql }: LedgerCheck,
  values: number[],
): Promise<Violation[]> {
  const rows = (await dataSource.query(sql, values)) as Record<string, unknown>[];
  return rows.length === 0 ? [] : [{ check: name, law, rows }];
}

async function newest(dataSource: DataSource, table: string): Promise<number> {
  const [row] = (await dataSource.query(`SELECT COALESCE(MAX(id), 0) AS id FROM ${table}`)) as [
    { id: string },
  ];
  return wholeNumber(row.id);
}

function ranges(from: number, to: number, size: number): [number, number][] {
  const found: [number, number][] = [];
  for (let start = from; start < to; start += size) found.push([start, Math.min(to, start + size)]);
  return found;
}
