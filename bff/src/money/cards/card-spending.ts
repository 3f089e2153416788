import { addDays } from '@bank/contracts/days';
import { minor, rowOf } from '../../platform/database/columns';
import type { Query } from '../../platform/database/database';
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

/**
 * The query of the spending of an account's cards in the Paris month of a day, in minor units. The account must be locked before,
 * so that concurrent debits count each other.
 */
export function spentByCardQuery(accountId: number, day: string): Query<typeof spentRows> {
  const { first, last } = monthOf(day);
  const [start, end] = [startOfParisDay(first), endOfParisDay(last)];
  return [spentBetween, [accountId, start, first, last, end, accountId, start, end], spentRows];
}

/**
 * The sum of the scheduled debits of a card that were due between two days, in SQL. Parameters: the account, the card, the first
 * and the last day.
 */
export const scheduledSpending = `
  (SELECT COALESCE(SUM(-e.amount), 0) FROM scheduled_payments s
    JOIN scheduled_payment_runs r ON r.schedule_id = s.id
    JOIN entries e ON e.transfer_id = r.transfer_id AND e.account_id = ?
    WHERE s.card_id = ? AND r.occurrence_date BETWEEN ? AND ?)`;

const purchasesOf = `
  (SELECT COALESCE(SUM(counted), 0) FROM card_purchases
    WHERE card_id = ? AND account_id = ? AND created_at >= ? AND created_at < ? AND kind = 'purchase')`;
const spentOfCard = `
  SELECT ${purchasesOf} + ${scheduledSpending} AS day, ${purchasesOf} + ${scheduledSpending} AS month`;
const ofCardRow = rowOf({ day: minor, month: minor });
const ofCardRows = ofCardRow.array().transform(([row]) => row ?? { day: 0n, month: 0n });

/**
 * The query of what one card spent on a Paris day and in its month, minor units: purchases by the day of their authorization,
 * scheduled debits by the day on which they were due.
 */
export function spentOfCardQuery(cardId: number, accountId: number, day: string): Query<typeof ofCardRows> {
  const valuesOf = (first: string, last: string) => [
    cardId,
    accountId,
    startOfParisDay(first),
    endOfParisDay(last),
    accountId,
    cardId,
    first,
    last,
  ];
  const { first, last } = monthOf(day);
  return [spentOfCard, [...valuesOf(day, day), ...valuesOf(first, last)], ofCardRows];
}

/** The first and the last day of a day's month. */
export function monthOf(day: string): { first: string; last: string } {
  const first = `${day.slice(0, 7)}-01`;
  return { first, last: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) };
}
