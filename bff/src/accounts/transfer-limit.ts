import { Failure } from '../common/failure';
import { minorUnits } from '../common/money-column';
import { parisDayAround } from '../common/paris-day';
import type { Statement } from '../common/statements';
import type { LockedAccount } from '../ledger/movement';

/** Transfers to other customers, and payments to the outside that were not refused. */
const sentIn = `
  SELECT
    (SELECT COALESCE(SUM(-e.amount), 0) FROM entries e JOIN transfers t ON t.id = e.transfer_id
      WHERE e.account_id = ? AND e.created_at >= ? AND e.amount < 0 AND t.kind = 'transfer')
    + (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
      WHERE p.account_id = ? AND p.created_at >= ? AND p.status <> 'failed') AS sent`;

export type SentRows = [{ sent: string }];

/**
 * Reads what an account sent in the day of Paris that it is; for `keepWithinTransferLimit`. It has no end: of orders
 * that wait for their lock over midnight, none may miss another.
 */
export function sentToday(accountId: number, now: Date): Statement {
  const { start } = parisDayAround(now);
  const within = [accountId, start];
  return [sentIn, [...within, ...within]];
}

/**
 * Keeps what an account sends in a day of Paris, `amount` (minor units) included, within its limit. The account must
 * have been locked before `sent` was read: two orders at once are then counted one after the other.
 * @throws Failure TRANSFER_LIMIT_EXCEEDED.
 */
export function keepWithinTransferLimit(
  { transferLimit }: LockedAccount,
  [{ sent }]: SentRows,
  amount: bigint,
): void {
  if (minorUnits(sent) + amount > transferLimit) throw new Failure('TRANSFER_LIMIT_EXCEEDED');
}
