import { z } from 'zod';
import { minor, moment, rowOf, text } from '../../platform/database/columns';
import { ChainVerifier } from './chain-verifier';
import {
  snapshotCheck,
  stateChecks,
  transfersCheck,
  zeroSumCheck,
  type LedgerCheck,
  type Violation,
} from './ledger-checks';
import type { Connection, Database } from '../../platform/database/database';
import { allBankAccounts, firstCustomerAccount } from './bank-accounts';
import { sumOfEntries } from './time-pieces';

/** Keep a statement well under a second in a bank of a million customers. */
const idsAtOnce = 2_000;
const transfersAtOnce = 20_000;
/** Of most entries a link is read: fewer at once, since a server converts these rows between the calls of its customers. */
const entriesAtOnce = 2_000;
const accountsAtOnce = 50;

const currencySum = rowOf({ currency: text, sum: minor });
const snapshotsOf = `
  SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, ends_at AS end, balance FROM balance_snapshots
  WHERE account_id = ? ORDER BY ends_at`;
const snapshotRow = rowOf({ day: text, end: moment, balance: minor });
const violatingRow = z.record(z.string(), z.unknown());

interface Watermark {
  transfers: number;
  entries: number;
}

export const beginning: Watermark = { transfers: 0, entries: 0 };

export interface Verification {
  violations: Violation[];
  /** The newest rows when the verification began. */
  watermark: Watermark;
}

/**
 * Verifies the ledger's invariants while money moves: what was appended after `from`, and the whole current state.
 * With `beginning` as `from` the whole ledger is verified.
 */
export async function verifyLedger(database: Database, from = beginning): Promise<Verification> {
  const watermark = {
    transfers: await newest(database, 'transfers'),
    entries: await newest(database, 'entries'),
  };
  const violations: Violation[] = [];
  const appended = await Promise.all([
    verifyTransfers(database, from.transfers, watermark.transfers),
    new ChainVerifier(database).verify(ranges(from.entries, watermark.entries, entriesAtOnce)),
  ]);
  violations.push(...appended.flat());
  for (const table of ['accounts', 'holds'] as const) {
    for (const range of ranges(0, await newest(database, table), idsAtOnce)) {
      for (const check of stateChecks[table]) {
        violations.push(...(await run(database, check, check.values(range))));
      }
    }
  }
  violations.push(...(await verifyZeroSum(database)));
  return { violations, watermark };
}

async function verifyTransfers(database: Database, from: number, to: number): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const range of ranges(from, to, transfersAtOnce)) {
    violations.push(...(await run(database, transfersCheck, transfersCheck.values(range))));
  }
  return violations;
}

/** Sums the accounts range by range on one snapshot, so that no movement falls between two ranges. */
async function verifyZeroSum(database: Database): Promise<Violation[]> {
  const sums = new Map<string, bigint>();
  await database.snapshot(async (tx) => {
    for (const range of ranges(0, await newest(tx, 'accounts'), idsAtOnce)) {
      const rows = await tx.rows(currencySum, zeroSumCheck.sql, range);
      for (const { currency, sum } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + sum);
    }
  });
  const rows = [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([currency, sum]) => ({ currency, sum: String(sum) }));
  return rows.length === 0 ? [] : [{ check: zeroSumCheck.name, law: zeroSumCheck.law, rows }];
}

export async function verifySnapshots(database: Database): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const account of allBankAccounts) {
    const rows = await wrongBankSnapshots(database, account);
    if (rows.length > 0) violations.push({ check: snapshotCheck.name, law: snapshotCheck.law, rows });
  }
  const last = await newest(database, 'accounts');
  for (const range of ranges(firstCustomerAccount - 1, last, accountsAtOnce)) {
    violations.push(...(await run(database, snapshotCheck, [...range, ...range])));
  }
  return violations;
}

/** An account of the bank takes part in every customer's movement: its entries are summed from snapshot to snapshot. */
async function wrongBankSnapshots(database: Database, account: number) {
  const snapshots = await database.rows(snapshotRow, snapshotsOf, [account]);
  const wrong: Record<string, unknown>[] = [];
  let recomputed = 0n;
  let from = new Date(0);
  for (const { day, end, balance } of snapshots) {
    recomputed += await sumOfEntries(database, account, [from, end]);
    from = end;
    if (balance === recomputed) continue;
    wrong.push({ account, day, balance: String(balance), recomputed: String(recomputed) });
  }
  return wrong.slice(0, 20);
}

async function run(
  database: Database,
  { name, law, sql }: LedgerCheck,
  values: number[],
): Promise<Violation[]> {
  const rows = await database.rows(violatingRow, sql, values);
  return rows.length === 0 ? [] : [{ check: name, law, rows }];
}

const newest = (database: Connection, table: string): Promise<number> =>
  database.count(`SELECT COALESCE(MAX(id), 0) FROM ${table}`);

function ranges(from: number, to: number, size: number): [number, number][] {
  const found: [number, number][] = [];
  for (let start = from; start < to; start += size) found.push([start, Math.min(to, start + size)]);
  return found;
}
