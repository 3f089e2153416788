import type { z } from 'zod';
import { limitedLevel } from '@bank/contracts/account-limits';
import { toMinor } from '@bank/contracts/money';
import { ApiException } from '../../platform/errors/api-exception';
import { minor, rowOf, whole } from '../../platform/database/columns';
import { parisDayAround } from '../../platform/time/paris-day';
import { levelRefused } from './levels';
import type { LockedAccount } from './movement';
import type { Query, Statement } from '../../platform/database/database';

/** Money that leaves a customer's account; a payment goes to another bank and counts from when it is made. */
interface Outgoing {
  kind: 'transfer' | 'payment' | 'withdrawal' | 'card' | 'debit';
  /** Minor units of the euro. */
  amount: bigint;
  /** Whether the money leaves the SEPA area, or is sent as an international transfer. */
  international?: boolean;
}

/** The debit of a card booking for its shop, in SQL. */
const taken = (b: string) => `LEAST(${b}.worth, ${b}.worth + ${b}.markup - ${b}.owed)`;

/**
 * What cards took since a moment of what was held before it: that counted on the day on which the payment was approved. What a
 * shop takes beyond that counts when it is taken.
 */
const heldBefore = (account: string) => `
    (SELECT COALESCE(SUM(LEAST(${taken('b')}, GREATEST(p.reserved
        - (SELECT COALESCE(SUM(${taken('prior')}), 0) FROM card_bookings prior
          WHERE prior.purchase_id = b.purchase_id AND prior.kind = 'clearing' AND prior.id < b.id), 0))), 0)
      FROM card_bookings b JOIN card_purchases p ON p.id = b.purchase_id
      JOIN holds earlier ON earlier.card_purchase_id = b.purchase_id AND earlier.created_at < ?
      WHERE b.account_id = ${account} AND b.kind = 'clearing' AND b.created_at >= ?)`;

/**
 * Payments are counted in their own table instead of their postings; failed ones do not count. Those in other currencies
 * count in the limits of their payer's account in euros, by their worth when they were ordered. What a card may still
 * take of a payment that was approved counts as spent.
 */
const outgoingSince = `
  SELECT STRAIGHT_JOIN ? AS accountId,
    COALESCE(SUM(CASE WHEN t.kind = 'transfer' THEN -e.amount END), 0) AS transferred,
    COALESCE(SUM(CASE WHEN t.kind = 'withdrawal' THEN -e.amount END), 0) AS withdrawn,
    COALESCE(SUM(CASE WHEN t.kind IN ('card', 'debit') THEN -e.amount END), 0)
    + (SELECT COALESCE(SUM(h.amount), 0) FROM holds h
      WHERE h.account_id = ? AND h.state = 'held' AND h.created_at >= ? AND h.card_purchase_id IS NOT NULL)
    - ${heldBefore('?')} AS spent,
    (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
      WHERE p.account_id = ? AND p.created_at >= ? AND p.status <> 'failed')
    + (SELECT COALESCE(SUM(f.worth), 0) FROM payments f
      WHERE f.limit_account_id = ? AND f.created_at >= ? AND f.status <> 'failed') AS paid
  FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind IN ('transfer', 'withdrawal', 'card', 'debit')
  WHERE e.account_id = ? AND e.created_at >= ? AND e.amount < 0`;

/** As `outgoingSince`, of several accounts; dearer for one. */
const outgoingOfAccounts = `
  SELECT a.id AS accountId, COALESCE(moved.transferred, 0) AS transferred, COALESCE(moved.withdrawn, 0) AS withdrawn,
    COALESCE(moved.spent, 0)
    + (SELECT COALESCE(SUM(h.amount), 0) FROM holds h
      WHERE h.account_id = a.id AND h.state = 'held' AND h.created_at >= ? AND h.card_purchase_id IS NOT NULL)
    - ${heldBefore('a.id')} AS spent,
    (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
      WHERE p.account_id = a.id AND p.created_at >= ? AND p.status <> 'failed')
    + (SELECT COALESCE(SUM(f.worth), 0) FROM payments f
      WHERE f.limit_account_id = a.id AND f.created_at >= ? AND f.status <> 'failed') AS paid
  FROM accounts a
  LEFT JOIN (
    SELECT STRAIGHT_JOIN e.account_id, SUM(CASE WHEN t.kind = 'transfer' THEN -e.amount ELSE 0 END) AS transferred,
      SUM(CASE WHEN t.kind = 'withdrawal' THEN -e.amount ELSE 0 END) AS withdrawn,
      SUM(CASE WHEN t.kind IN ('card', 'debit') THEN -e.amount ELSE 0 END) AS spent
    FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind IN ('transfer', 'withdrawal', 'card', 'debit')
    WHERE e.account_id IN (?) AND e.created_at >= ? AND e.amount < 0 GROUP BY e.account_id
  ) moved ON moved.account_id = a.id
  WHERE a.id IN (?)`;

/** The row of `outgoingToday`: amounts by kind. */
export const outgoingTotals = rowOf({
  transferred: minor,
  withdrawn: minor,
  spent: minor,
  paid: minor,
});

/**
 * The statement that reads an account's outgoing amounts of the current Paris day, for `keepWithinLimits`. It has no
 * upper bound: orders that wait for their lock over midnight must count each other.
 */
export function outgoingToday(accountId: number, now: Date): Statement {
  const { start } = parisDayAround(now);
  const since = [accountId, start];
  return [outgoingSince, [accountId, ...since, start, ...since, ...since, ...since, ...since]];
}

const totalsByAccount = outgoingTotals
  .extend({ accountId: whole })
  .array()
  .transform((rows) => new Map(rows.map(({ accountId, ...totals }) => [accountId, totals])));

/** As `outgoingToday`, of several accounts: the totals by account. */
export function outgoingTodayOf(accountIds: number[], now: Date): Query<typeof totalsByAccount> {
  const [only = 0, ...others] = accountIds;
  if (others.length === 0) return [...outgoingToday(only, now), totalsByAccount];
  const { start } = parisDayAround(now);
  const begins = [start, start, start, start, start];
  return [outgoingOfAccounts, [...begins, accountIds, start, accountIds], totalsByAccount];
}

/**
 * Enforces an account's daily limits and those of its owner's level. The account must have been locked before `totals`
 * was read, so that concurrent orders count each other.
 * @throws ApiException TRANSFER_LIMIT_EXCEEDED, WITHDRAWAL_LIMIT_EXCEEDED, LIMIT_OF_LEVEL.
 */
export function keepWithinLimits(
  account: LockedAccount,
  { transferred, withdrawn, spent, paid }: z.output<typeof outgoingTotals>,
  outgoing: Outgoing,
): void {
  const { kind, amount } = outgoing;
  if (account.isLimited) keepWithinLevel(account, transferred + withdrawn + paid + spent, outgoing);
  const isSent = kind === 'transfer' || kind === 'payment';
  if (isSent && transferred + paid + amount > account.transferLimit)
    throw new ApiException('TRANSFER_LIMIT_EXCEEDED');
  if (kind === 'withdrawal' && withdrawn + amount > account.withdrawalLimit)
    throw new ApiException('WITHDRAWAL_LIMIT_EXCEEDED');
}

/** The remaining outgoing limits of today: the account's daily limit for transfers, and the level's for all debits. */
export function leftToSend(
  { transferLimit, isLimited }: Pick<LockedAccount, 'transferLimit' | 'isLimited'>,
  { transferred, withdrawn, spent, paid }: z.output<typeof outgoingTotals>,
): bigint {
  const ofAccount = transferLimit - transferred - paid;
  const ofLevel = toMinor(limitedLevel.outgoingPerDay) - transferred - withdrawn - paid - spent;
  const left = isLimited && ofLevel < ofAccount ? ofLevel : ofAccount;
  return left > 0n ? left : 0n;
}

/** No international order, a low daily limit and no overdraft; beyond the overdraft the ledger refuses. */
function keepWithinLevel(account: LockedAccount, today: bigint, { amount, international }: Outgoing): void {
  const left = account.balance - account.held - amount;
  const overdrawn = left < 0n && left >= -account.overdraftLimit;
  if (international) throw levelRefused('international');
  if (overdrawn) throw levelRefused('overdraft');
  if (today + amount > toMinor(limitedLevel.outgoingPerDay)) throw levelRefused('outgoing');
}
