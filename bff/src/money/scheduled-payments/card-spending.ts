import { minor, rowOf } from '../../platform/database/columns';
import { addDays, endOfParisDay, startOfParisDay } from '../../platform/time/paris-day';
import type { Transaction } from '../../platform/database/database';

/** A debit that ran late counts in the month it was due in, everything else in the month it was posted in. */
const spentBetween = `
  SELECT COALESCE(SUM(-e.amount), 0) AS spent
  FROM entries e
  JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'card'
  LEFT JOIN scheduled_payment_runs r ON r.transfer_id = t.id
  WHERE e.account_id = ? AND e.created_at >= ?
    AND (r.occurrence_date BETWEEN ? AND ? OR (r.id IS NULL AND e.created_at < ?))`;
const spentRow = rowOf({ spent: minor });

/**
 * What an account's cards spent in the Paris month of a day, in minor units. The account must be locked, so that
 * concurrent debits count each other.
 */
export async function spentByCard(tx: Transaction, accountId: number, day: string): Promise<bigint> {
  const first = `${day.slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  const last = addDays(nextMonth, -1);
  const values = [accountId, startOfParisDay(first), first, last, endOfParisDay(last)];
  return (await tx.one(spentRow, spentBetween, values)).spent;
}
