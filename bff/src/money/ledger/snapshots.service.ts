import { Injectable } from '@nestjs/common';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { addDays, endOfParisDay, parisDay } from '../../platform/time/paris-day';
import { inSlices, type SliceDone } from '../../platform/database/slices';
import { allBankAccounts, bankAccounts, firstCustomerAccount, stripesOf } from './bank-accounts';
import { sumOfEntries } from './time-pieces';
import { Database, type Transaction, rowsOf } from '../../platform/database/database';

/** By this long after midnight every movement that began before it has committed or failed. */
export const settledMilliseconds = 10 * 60_000;

const accountsAtOnce = 5_000;
/** Before any entry. */
const beginning = new Date(0);

/** Without a stored progress the snapshots continue after the last day that has any. */
const lastDay = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM balance_snapshots`;
const dayRow = rowOf({ day: text.nullable() });
const firstEntry = 'SELECT MIN(created_at) AS at FROM entries';
const firstRow = rowOf({ at: moment.nullable() });

const nextAccounts = `
  SELECT MAX(id) AS last FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?) slice`;
const sliceRow = rowOf({ last: whole.nullable() });
/**
 * An account's balance at the end of a day is that of the day before plus the day's entries; without a snapshot of the
 * day before, the sum of all its entries.
 */
const snapshotAccounts = `
  INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance)
  SELECT a.id, ?, ?, COALESCE(before_it.balance, 0) + COALESCE((
    SELECT SUM(e.amount) FROM entries e
    WHERE e.account_id = a.id AND e.created_at < ? AND e.created_at >= COALESCE(before_it.ends_at, '1000-01-01')), 0)
  FROM accounts a
  LEFT JOIN balance_snapshots before_it ON before_it.account_id = a.id AND before_it.day = ?
  WHERE a.id > ? AND a.id <= ?`;

const snapshotOf = 'SELECT ends_at AS end, balance FROM balance_snapshots WHERE account_id = ? AND day = ?';
const snapshotRow = rowOf({ end: moment, balance: minor });
const newestSnapshot = `
  SELECT ends_at AS end, balance FROM balance_snapshots
  WHERE account_id = ? AND day <= ? ORDER BY day DESC LIMIT 1`;

/** Rows without an entry are left out: those of currencies without an exchange, and stripes not yet used. */
const usedAccounts = `
  SELECT a.id FROM accounts a WHERE a.id IN (?)
    AND EXISTS (SELECT 1 FROM entries e WHERE e.account_id = a.id AND e.created_at < ?) ORDER BY a.id`;
const usedRow = rowOf({ id: whole });

async function usedBankAccounts(tx: Transaction, end: Date): Promise<number[]> {
  const inEuros: number[] = Object.values(bankAccounts);
  const others = allBankAccounts.filter((id) => !inEuros.includes(id));
  const used = await tx.rows(usedRow, usedAccounts, [others, end]);
  return [...inEuros, ...used.map(({ id }) => id)];
}

/** The day whose snapshots are being written, and the last account that has one. */
interface Progress {
  day: string;
  after: number;
}

/** Stores every account's balance at the end of each Paris day. */
@Injectable()
export class SnapshotsService {
  constructor(private readonly database: Database) {}

  /**
   * Writes the snapshots of every past day that has none, some accounts at a time, continuing where a server stopped.
   * Returns how many days it completed.
   */
  async take(now: Date, stopping?: AbortSignal): Promise<number> {
    const today = parisDay(new Date(now.getTime() - settledMilliseconds));
    let count = 0;
    const slice = async (tx: Transaction, known?: Progress): Promise<SliceDone<Progress>> => {
      const state = known ?? (await this.beginning());
      if (!state || state.day >= today) return { state, more: false };
      const after = await this.nextSlice(tx, state);
      if (after !== undefined) return { state: { ...state, after }, more: true };
      count += 1;
      const day = addDays(state.day, 1);
      return { state: { day, after: 0 }, more: day < today };
    };
    await inSlices(this.database, 'balance-snapshots', slice, stopping);
    return count;
  }

  /** An account's balance at the end of a past Paris day: its newest snapshot until then, and the entries since. */
  async balanceAfter(accountId: number, day: string): Promise<bigint> {
    let balance = 0n;
    for (const row of stripesOf(accountId)) {
      const known = await this.database.row(snapshotRow, newestSnapshot, [row, day]);
      const period: [Date, Date] = [known?.end ?? beginning, endOfParisDay(day)];
      balance += (known?.balance ?? 0n) + (await sumOfEntries(this.database, row, period));
    }
    return balance;
  }

  /** Returns the last account that now has a snapshot; undefined when all of that day have one. */
  private async nextSlice(tx: Transaction, { day, after }: Progress): Promise<number | undefined> {
    if (after < firstCustomerAccount - 1) {
      await this.snapshotBank(tx, day);
      return firstCustomerAccount - 1;
    }
    const { last } = await tx.one(sliceRow, nextAccounts, [after, accountsAtOnce]);
    if (last === null) return undefined;
    const end = endOfParisDay(day);
    await tx.write(snapshotAccounts, [day, end, end, addDays(day, -1), after, last]);
    return last;
  }

  /** The bank's own accounts take part in every customer's movement, so a day of theirs is read in pieces. */
  private async snapshotBank(tx: Transaction, day: string): Promise<void> {
    const end = endOfParisDay(day);
    const rows: unknown[][] = [];
    for (const id of await usedBankAccounts(tx, end)) {
      const before = await tx.row(snapshotRow, snapshotOf, [id, addDays(day, -1)]);
      const moved = await sumOfEntries(tx, id, [before?.end ?? beginning, end]);
      rows.push([id, day, end, (before?.balance ?? 0n) + moved]);
    }
    await tx.write(
      `INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance) VALUES ${rowsOf(rows)}`,
      rows.flat(),
    );
  }

  /** Undefined in a bank without movements. */
  private async beginning(): Promise<Progress | undefined> {
    const { day } = await this.database.one(dayRow, lastDay);
    if (day !== null) return { day: addDays(day, 1), after: 0 };
    const { at } = await this.database.one(firstRow, firstEntry);
    return at === null ? undefined : { day: parisDay(at), after: 0 };
  }
}
