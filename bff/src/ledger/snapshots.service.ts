import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { minorUnits, wholeNumber } from '../common/money-column';
import { addDays, endOfParisDay, parisDay } from '../common/paris-day';
import { inSlices, type SliceDone } from '../common/slices';
import { rowsOf } from '../common/statements';
import { bankAccounts, firstCustomerAccount } from './bank-accounts';
import { piecesOf } from './time-pieces';

/** A movement that began before midnight has committed or failed this long after it. */
export const settledMilliseconds = 10 * 60_000;

const accountsAtOnce = 5_000;
/** Before any entry. */
const beginning = new Date(0);

/** Where the snapshots begin when no server noted where they continue: after the last day that was kept whole. */
const lastDay = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM balance_snapshots`;
const firstEntry = 'SELECT MIN(created_at) AS at FROM entries';

const nextAccounts = `
  SELECT MAX(id) AS last FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?) slice`;
/**
 * What an account held at the end of a day: what it held at the end of the day before and what that day added; an
 * account without a snapshot of the day before starts from its first entry.
 */
const snapshotAccounts = `
  INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance)
  SELECT a.id, ?, ?, COALESCE(before_it.balance, 0) + COALESCE((
    SELECT SUM(e.amount) FROM entries e
    WHERE e.account_id = a.id AND e.created_at < ? AND e.created_at >= COALESCE(before_it.ends_at, '1000-01-01')), 0)
  FROM accounts a
  LEFT JOIN balance_snapshots before_it ON before_it.account_id = a.id AND before_it.day = ?
  WHERE a.id > ? AND a.id <= ?`;

const snapshotBefore = 'SELECT ends_at, balance FROM balance_snapshots WHERE account_id = ? AND day = ?';
const sumOfPiece = `
  SELECT COALESCE(SUM(amount), 0) AS sum FROM entries WHERE account_id = ? AND created_at >= ? AND created_at < ?`;

/** The day whose snapshots are being written, and the last account that has its own. */
interface Progress {
  day: string;
  after: number;
}

/** Keeps what every account held at the end of each day of Paris. */
@Injectable()
export class SnapshotsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Writes the snapshots of every day that is over and has none, some accounts at a time, and answers how many days
   * it ended; it goes on where it, or another server, stopped.
   */
  async take(now: Date, stopping?: AbortSignal): Promise<number> {
    const today = parisDay(new Date(now.getTime() - settledMilliseconds));
    let count = 0;
    const slice = async (runner: QueryRunner, known?: Progress): Promise<SliceDone<Progress>> => {
      const state = known ?? (await this.beginning());
      if (!state || state.day >= today) return { state, more: false };
      const after = await this.nextSlice(runner, state);
      if (after !== undefined) return { state: { ...state, after }, more: true };
      count += 1;
      const day = addDays(state.day, 1);
      return { state: { day, after: 0 }, more: day < today };
    };
    await inSlices(this.dataSource, 'balance-snapshots', slice, stopping);
    return count;
  }

  /** Answers the last account that now has a snapshot; undefined when all of that day have one. */
  private async nextSlice(runner: QueryRunner, { day, after }: Progress): Promise<number | undefined> {
    if (after < firstCustomerAccount - 1) {
      await this.snapshotBank(runner, day);
      return firstCustomerAccount - 1;
    }
    const [{ last }] = (await runner.query(nextAccounts, [after, accountsAtOnce])) as [
      { last: string | null },
    ];
    if (last === null) return undefined;
    const end = endOfParisDay(day);
    await runner.query(snapshotAccounts, [day, end, end, addDays(day, -1), after, last]);
    return wholeNumber(last);
  }

  /** Every customer's movement is one of the bank's own few accounts, too: a day of theirs is read in pieces. */
  private async snapshotBank(runner: QueryRunner, day: string): Promise<void> {
    const end = endOfParisDay(day);
    const rows: unknown[][] = [];
    for (const id of Object.values(bankAccounts)) {
      const [before] = (await runner.query(snapshotBefore, [id, addDays(day, -1)])) as {
        ends_at: Date;
        balance: string;
      }[];
      let balance = minorUnits(before?.balance ?? 0);
      const entries = `entries WHERE account_id = ${id}`;
      for await (const piece of piecesOf(runner, entries, [before?.ends_at ?? beginning, end])) {
        const [{ sum }] = (await runner.query(sumOfPiece, [id, ...piece])) as [{ sum: string }];
        balance += minorUnits(sum);
      }
      rows.push([id, day, end, balance]);
    }
    await runner.query(
      `INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance) VALUES ${rowsOf(rows)}`,
      rows.flat(),
    );
  }

  /** Undefined in a bank where nothing ever moved. */
  private async beginning(): Promise<Progress | undefined> {
    const [last] = (await this.dataSource.query(lastDay)) as [{ day: string | null }];
    if (last.day !== null) return { day: addDays(last.day, 1), after: 0 };
    const [first] = (await this.dataSource.query(firstEntry)) as [{ at: Date | null }];
    return first.at === null ? undefined : { day: parisDay(first.at), after: 0 };
  }
}
