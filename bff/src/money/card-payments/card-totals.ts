import { minor, rowOf, whole } from '../../platform/database/columns';
import type { Query } from '../../platform/database/database';
import { parisDay, parisDayAround, startOfParisDay } from '../../platform/time/paris-day';
import { type CardChannelUsed, channelsUsed } from '../../ports/card-network/card-network';
import { monthOf, scheduledSpending } from '../cards/card-spending';

/**
 * The sums that limits count: purchases and cash, held or booked, by the day of their approval, and scheduled debits by the day on
 * which they were due.
 */
const totals = `
  SELECT COALESCE(SUM(IF(card_id = ? AND kind = 'purchase' AND created_at >= ?, counted, 0)), 0)
      + ${scheduledSpending} AS cardDay,
    COALESCE(SUM(IF(card_id = ? AND kind = 'purchase', counted, 0)), 0)
      + ${scheduledSpending} AS cardMonth,
    COALESCE(SUM(IF(card_id = ? AND kind = 'cash' AND created_at >= ?, counted, 0)), 0) AS cardCash,
    COALESCE(SUM(IF(kind = 'cash' AND created_at >= ?, counted, 0)), 0) AS accountCash
  FROM card_purchases WHERE account_id = ? AND created_at >= ?`;
const totalsRow = rowOf({
  cardDay: minor,
  cardMonth: minor,
  cardCash: minor,
  accountCash: minor,
});
const totalsRows = totalsRow.array().transform(([row]) => {
  if (!row) throw new Error('a sum always has a row');
  return row;
});

/** The query for the spending of a card and its account on the current Paris day and in its month. */
export function cardTotalsQuery(cardId: number, accountId: number, now: Date): Query<typeof totalsRows> {
  const { start } = parisDayAround(now);
  const today = parisDay(now);
  const { first, last } = monthOf(today);
  const day = [cardId, start, accountId, cardId, today, today];
  const month = [cardId, accountId, cardId, first, last];
  const cash = [cardId, start, start];
  return [totals, [...day, ...month, ...cash, accountId, startOfParisDay(first)], totalsRows];
}

/** The number of payments read, enough to find the last authentication or too many payments without one. */
const looksBack = 20;
const recent = `
  SELECT COALESCE(SUM(counted), 0) AS sum, COUNT(*) AS count FROM (
    SELECT counted, channel, SUM(authenticated) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING) AS asked FROM (
      SELECT id, channel, counted, authenticated FROM card_purchases
      WHERE card_id = ? AND channel IN (?) AND state NOT IN ('new', 'declined') ORDER BY id DESC LIMIT ?) newest) since
  WHERE asked = 0 AND channel = ?`;
const recentRows = rowOf({ sum: minor, count: whole })
  .array()
  .transform(([row]) => row ?? { sum: 0n, count: 0 });

/**
 * The query for a card's payments through a channel since its holder last authenticated: online since the last challenge,
 * contactless also since the last PIN.
 */
export const unchallengedQuery = (cardId: number, channel: CardChannelUsed): Query<typeof recentRows> => [
  recent,
  [cardId, channel === 'online' ? [channel] : channelsUsed, looksBack, channel],
  recentRows,
];
