import { limitedLevel } from '@bank/contracts/account-limits';
import { isSepa } from '@bank/contracts/iban';
import { toMinor } from '@bank/contracts/money';
import { flag, minor, rowOf, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { parisDayAround } from '../../platform/time/paris-day';
import { approvedSince, isApproved } from '../../people/users/validity';
import { outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import type { LockedPayment } from './locked-payment';

const payerOf = `
  SELECT COALESCE(p.limit_account_id, p.account_id) AS homeId, COALESCE(p.worth, p.amount) AS worth,
    COALESCE(${isApproved('u')}, 0) AS isVerified
  FROM payments p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.user_id WHERE p.id = ?`;
const payerRow = rowOf({ homeId: whole, worth: minor, isVerified: flag });

/** Payments of earlier days that leave today: `outgoingToday` counts each on the day on which it was ordered. */
const plannedBefore = `
  SELECT
    (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
      WHERE p.account_id = ? AND p.created_at < ? AND p.queued_at >= ? AND p.status <> 'failed')
    + (SELECT COALESCE(SUM(f.worth), 0) FROM payments f
      WHERE f.limit_account_id = ? AND f.created_at < ? AND f.queued_at >= ? AND f.status <> 'failed') AS leaving`;
const plannedRow = rowOf({ leaving: minor });

/**
 * Whether the level of its payer forbids a planned payment on the day on which it would leave: the identity is not, or no longer,
 * approved, and the payment is international or above what may leave in a day (specification 4, section 4). The accounts are
 * not locked, since only a person's decision follows.
 */
export async function exceedsLevel(
  tx: Transaction,
  { id, method, recipientAccount }: LockedPayment,
  now: Date,
): Promise<boolean> {
  const { homeId, worth, isVerified } = await tx.one(payerRow, payerOf, [approvedSince(now), id]);
  if (isVerified) return false;
  if (method === 'international_transfer' || !isSepa(recipientAccount)) return true;
  const { transferred, withdrawn, spent, paid } = await tx.one(outgoingTotals, ...outgoingToday(homeId, now));
  const { start } = parisDayAround(now);
  const since = [homeId, start, start];
  const { leaving } = await tx.one(plannedRow, plannedBefore, [...since, ...since]);
  const today = transferred + withdrawn + spent + paid + leaving;
  return today + worth > toMinor(limitedLevel.outgoingPerDay);
}
