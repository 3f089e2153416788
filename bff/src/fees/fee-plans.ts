import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { wholeNumber } from '../common/money-column';
import { addDays, parisDay } from '../common/paris-day';
import { occurrenceFrom } from '../scheduled-payments/occurrences';

export const daysOfWeek = 7;

const accountsAtOnce = 5_000;
/** Of accounts that all have a plan so many slices are looked at in one run: a week is left to find the others. */
const idleSlices = 4;

const sliceOf = `
  SELECT a.id, a.created_at, u.id IS NOT NULL AND p.account_id IS NULL AS unplanned
  FROM (SELECT id, user_id, created_at FROM accounts WHERE id > ? ORDER BY id LIMIT ?) a
  LEFT JOIN users u ON u.id = a.user_id AND u.role = 'user' AND u.deleted_at IS NULL
  LEFT JOIN fee_plans p ON p.account_id = a.id
  ORDER BY a.id`;

interface AccountRow {
  id: string;
  created_at: Date;
  unplanned: number | string;
}

/** Knows when each customer's account pays its next weekly fee. */
@Injectable()
export class FeePlans {
  /** The account up to which the last run looked. */
  private after = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Sets the day of the first fee for accounts that have none yet: a week after the opening. An account that is
   * older, which no server saw in its first week, joins at its next week and is not charged for the past. Looks at some
   * accounts at a time, and goes round and round.
   */
  async extend(today: string, stopping: AbortSignal): Promise<void> {
    for (let idle = 0; idle < idleSlices && !stopping.aborted; idle += 1) {
      const accounts = (await this.dataSource.query(sliceOf, [this.after, accountsAtOnce])) as AccountRow[];
      const plans = accounts
        .filter(({ unplanned }) => Number(unplanned) === 1)
        .map(({ id, created_at }) => [
          wholeNumber(id),
          occurrenceFrom(addDays(parisDay(created_at), daysOfWeek), 'weekly', addDays(today, 1)),
        ]);
      // Another server may have planned the same ones meanwhile.
      if (plans.length > 0) {
        await this.dataSource.query('INSERT IGNORE INTO fee_plans (account_id, next_due) VALUES ?', [plans]);
        idle = -1;
      }
      if (accounts.length < accountsAtOnce) {
        this.after = 0;
        return;
      }
      this.after = wholeNumber(accounts.at(-1)?.id ?? 0);
    }
  }
}
