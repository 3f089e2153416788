import { addDays } from '@bank/contracts/days';
import { minor, rowOf } from '../../platform/database/columns';
import type { Query, Transaction } from '../../platform/database/database';
import { endOfParisDay, startOfParisDay } from '../../platform/time/paris-day';

/**
 * Purchases count from their authorization on, by what they are worth then and later. Of the other movements a debit that
 * ran late counts in the month it was due in, everything else in the month it was posted in.
 */
const spentBetween = `
  SELECT (SELECT COALESCE(SUM(-e.amount), 0)
    FROM entries e
    JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'card'
    LEFT JOIN scheduled_payment_runs r ON r.transfer_id = t.id
    LEFT JOIN card_bookings b ON b.transfer_id = t.id
    WHERE e.account_id = ? AND e.created_at >= ? AND b.id IS NULL
      AND (r.occurrence_date BETWEEN ? AND ? OR (r.id IS NULL AND e.created_at < ?)))
  + (SELECT COALESCE(SUM(p.counted), 0) FROM card_purchases p
    WHERE p.account_id = ? AND p.created_at >= ? AND p.created_at < ? AND p.kind = 'purchase') AS spent`;
const spentRow = rowOf({ spent: minor });
const spentRows = spentRow.array().transform(([row]) => row?.spent ?? 0n);

/** The query of `spentByCard`, to be sent together with other statements. */
export function spentByCardQuery(accountId: number, day: string): Query<typeof spentRows> {
  const first = `${day.slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  const last = addDays(nextMonth, -1);
  const [start, end] = [startOfParisDay(first), endOfParisDay(last)];
  return [spentBetween, [accountId, start, first, last, end, accountId, start, end], spentRows];
}

/**
 * The spending of an account's cards in the Paris month of a day, in minor units. The account must be locked, so that
 * concurrent debits count each other.
 */
export async function spentByCard(tx: Transaction, accountId: number, day: string): Promise<bigint> {
  const [spent] = await tx.together([spentByCardQuery(accountId, day)]);
  return spent;
}
