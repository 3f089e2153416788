import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { idRow, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';
import { inSlices, type SliceDone } from '../../platform/database/slices';
import { allBankAccounts, bankAccounts, firstCustomerAccount, stripesOf } from './bank-accounts';
import { sumOfEntries, sumsOfEntries } from './time-pieces';
import { Database, type Transaction } from '../../platform/database/database';

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

const nextAccounts = 'SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?';

const snapshotsOf = 'SELECT account_id, balance FROM balance_snapshots WHERE account_id IN (?) AND day = ?';
const balanceRow = rowOf({ account_id: whole, balance: minor });
const snapshotRow = rowOf({ end: moment, balance: minor });
const newestSnapshot = `
  SELECT ends_at AS end, balance FROM balance_snapshots
  WHERE account_id = ? AND day <= ? ORDER BY day DESC LIMIT 1`;

/** Always kept; the bank's other rows only once they have an entry: many are of currencies or stripes not yet used. */
const inEuros: ReadonlySet<number> = new Set(Object.values(bankAccounts));

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
    const slice = async (tx: Transaction, known?: Progress): Promise<SliceDone<Progress>> => {
      const state = known ?? (await this.beginning(tx));
      if (!state || state.day >= today) return { state, more: false };
      const after = await this.nextSlice(tx, state);
      if (after !== undefined) return { state: { ...state, after }, more: true };
      const day = addDays(state.day, 1);
      return { state: { day, after: 0 }, more: day < today, done: 1 };
    };
    return inSlices(this.database, 'balance-snapshots', slice, stopping);
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
      await this.snapshot(tx, day, allBankAccounts);
      return firstCustomerAccount - 1;
    }
    const accounts = (await tx.rows(idRow, nextAccounts, [after, accountsAtOnce])).map(({ id }) => id);
    if (accounts.length > 0) await this.snapshot(tx, day, accounts);
    return accounts.length === accountsAtOnce ? accounts.at(-1) : undefined;
  }

  /**
   * An account's balance at the end of a day is that of the day before plus the day's entries; without a snapshot of the day
   * before, the sum of all its entries.
   */
  private async snapshot(tx: Transaction, day: string, accounts: readonly number[]): Promise<void> {
    const [dayBefore, end] = [addDays(day, -1), endOfParisDay(day)];
    const known = await tx.rows(balanceRow, snapshotsOf, [accounts, dayBefore]);
    const before = new Map(known.map(({ account_id, balance }) => [account_id, balance]));
    const unknown = accounts.filter((id) => !before.has(id));
    const moved = new Map([
      ...(await sumsOfEntries(tx, [...before.keys()], [endOfParisDay(dayBefore), end])),
      ...(await sumsOfEntries(tx, unknown, [beginning, end])),
    ]);
    const isKept = (id: number) =>
      id >= firstCustomerAccount || inEuros.has(id) || before.has(id) || moved.has(id);
    const rows = accounts
      .filter(isKept)
      .map((id) => [id, day, end, (before.get(id) ?? 0n) + (moved.get(id) ?? 0n)]);
    await tx.write(`INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance) VALUES ?`, [
      rows,
    ]);
  }

  /** Undefined in a bank without movements. */
  private async beginning(tx: Transaction): Promise<Progress | undefined> {
    const { day } = await tx.one(dayRow, lastDay);
    if (day !== null) return { day: addDays(day, 1), after: 0 };
    const { at } = await tx.one(firstRow, firstEntry);
    return at === null ? undefined : { day: parisDay(at), after: 0 };
  }
}
