import type { QueryRunner } from 'typeorm';
import { minorUnits } from '../common/money-column';
import { addDays, endOfParisDay, startOfParisDay } from '../common/paris-day';

/** A debit that ran late counts in the month it was due for, everything else in the month in which it happened. */
const spentBetween = `
  SELECT COALESCE(SUM(-e.amount), 0) AS spent
  FROM entries e
  JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'card'
  LEFT JOIN scheduled_payment_runs r ON r.transfer_id = t.id
  WHERE e.account_id = ? AND e.created_at >= ?
    AND (r.occurrence_date BETWEEN ? AND ? OR (r.id IS NULL AND e.created_at < ?))`;

/**
 * What an account's cards spent in the month (of Paris) of a day, in minor units. The account must be locked: two
 * debits at once are then counted one after the other.
 */
export async function spentByCard(runner: QueryRunner, accountId: number, day: string): Promise<bigint> {
  const first = `${day.slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  const last = addDays(nextMonth, -1);
  const [row] = (await runner.query(spentBetween, [
    accountId,
    startOfParisDay(first),
    first,
    last,
    endOfParisDay(last),
  ])) as [{ spent: string }];
  return minorUnits(row.spent);
}
