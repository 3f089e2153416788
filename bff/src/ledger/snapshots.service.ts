import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addDays, endOfParisDay, parisDay } from '../common/paris-day';

/** A movement that began before midnight has committed or failed this long after it. */
export const settledMilliseconds = 10 * 60_000;

/** Where the snapshots continue, or begin: the day of the oldest entry. */
const lastDay = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM balance_snapshots`;
const firstEntry = 'SELECT MIN(created_at) AS at FROM entries';

/**
 * What an account held at the end of a day: what it held at the end of the day before and what that day added; an
 * account without a snapshot of the day before starts from its first entry. Two servers that write the same day
 * write the same.
 */
const snapshotDay = `
  INSERT IGNORE INTO balance_snapshots (account_id, day, ends_at, balance)
  SELECT a.id, ?, ?, COALESCE(before_it.balance, 0) + COALESCE((
    SELECT SUM(e.amount) FROM entries e
    WHERE e.account_id = a.id AND e.created_at < ? AND e.created_at >= COALESCE(before_it.ends_at, '1000-01-01')), 0)
  FROM accounts a
  LEFT JOIN balance_snapshots before_it ON before_it.account_id = a.id AND before_it.day = ?`;

/** Keeps what every account held at the end of each day of Paris. */
@Injectable()
export class SnapshotsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Writes the snapshots of every day that is over and has none, and answers how many days that were; ends early when
   * the server stops.
   */
  async take(now: Date, stopping?: AbortSignal): Promise<number> {
    const today = parisDay(new Date(now.getTime() - settledMilliseconds));
    let count = 0;
    for (let day = await this.nextDay(); day !== undefined && day < today; day = addDays(day, 1)) {
      const end = endOfParisDay(day);
      await this.dataSource.query(snapshotDay, [day, end, end, addDays(day, -1)]);
      count += 1;
      if (stopping?.aborted) break;
    }
    return count;
  }

  /** Undefined in a bank where nothing ever moved. */
  private async nextDay(): Promise<string | undefined> {
    const [last] = (await this.dataSource.query(lastDay)) as [{ day: string | null }];
    if (last.day !== null) return addDays(last.day, 1);
    const [first] = (await this.dataSource.query(firstEntry)) as [{ at: Date | null }];
    return first.at === null ? undefined : parisDay(first.at);
  }
}
