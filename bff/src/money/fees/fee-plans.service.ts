import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { daysPerWeek } from '@bank/contracts/quoted-figures';
import { flag, moment, rowOf, whole } from '../../platform/database/columns';
import { parisDay } from '../../platform/time/paris-day';
import { occurrenceFrom } from '../scheduled-payments/occurrences';
import { Database } from '../../platform/database/database';

const accountsAtOnce = 5_000;
/** Slices without a missing plan that one run reads: the plan of a new account is due only after a week. */
const idleSlices = 4;

const sliceOf = `
  SELECT a.id, a.created_at, u.id IS NOT NULL AND p.account_id IS NULL AS unplanned
  FROM (SELECT id, user_id, currency, created_at FROM accounts WHERE id > ? ORDER BY id LIMIT ?) a
  LEFT JOIN users u ON u.id = a.user_id AND a.currency = 'EUR' AND u.role = 'user' AND u.deleted_at IS NULL
  LEFT JOIN fee_plans p ON p.account_id = a.id
  ORDER BY a.id`;

const accountRow = rowOf({ id: whole, created_at: moment, unplanned: flag });

/** Plans when each customer's account in euros pays its next weekly fee; the others cost nothing. */
@Injectable()
export class FeePlansService {
  private after = 0;

  constructor(private readonly database: Database) {}

  /**
   * Plans the first fee of accounts without a plan: a week after the opening, or, for older accounts, at their next
   * week, without charging the past. Each run continues after the last account of the one before, and wraps around.
   */
  async extend(today: string, stopping: AbortSignal): Promise<void> {
    for (let idle = 0; idle < idleSlices && !stopping.aborted; idle += 1) {
      const accounts = await this.database.rows(accountRow, sliceOf, [this.after, accountsAtOnce]);
      const plans = accounts
        .filter(({ unplanned }) => unplanned)
        .map(({ id, created_at }) => [
          id,
          occurrenceFrom(addDays(parisDay(created_at), daysPerWeek), 'weekly', addDays(today, 1)),
        ]);
      // IGNORE: another server may have planned the same accounts meanwhile.
      if (plans.length > 0) {
        await this.database.write('INSERT IGNORE INTO fee_plans (account_id, next_due) VALUES ?', [plans]);
        idle = -1;
      }
      if (accounts.length < accountsAtOnce) {
        this.after = 0;
        return;
      }
      this.after = accounts.at(-1)?.id ?? 0;
    }
  }
}
