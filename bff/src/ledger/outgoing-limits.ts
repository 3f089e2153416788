import { limitedLevel } from '@bank/contracts/accounts';
import { toMinor } from '@bank/contracts/money';
import { Failure } from '../common/failure';
import { minorUnits } from '../common/money-column';
import { parisDayAround } from '../common/paris-day';
import type { Statement } from '../common/statements';
import type { LockedAccount } from './movement';

/** What a customer gives out; a payment goes to the outside and counts from the moment it is made. */
export interface Outgoing {
  kind: 'transfer' | 'payment' | 'withdrawal' | 'card';
  /** Minor units. */
  amount: bigint;
  /** Whether the money leaves the SEPA area, or goes as an international transfer. */
  international?: boolean;
}

/** Payments count from their own table, and not their postings; those that were refused do not count. */
const givenOutIn = `
  SELECT STRAIGHT_JOIN COALESCE(SUM(CASE WHEN t.kind = 'transfer' THEN -e.amount END), 0) AS transferred,
    COALESCE(SUM(CASE WHEN t.kind = 'withdrawal' THEN -e.amount END), 0) AS withdrawn,
    COALESCE(SUM(CASE WHEN t.kind = 'card' THEN -e.amount END), 0) AS spent,
    (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
      WHERE p.account_id = ? AND p.created_at >= ? AND p.status <> 'failed') AS paid,
    (SELECT u.identity_refused FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ?) AS refused
  FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind IN ('transfer', 'withdrawal', 'card')
  WHERE e.account_id = ? AND e.created_at >= ? AND e.amount < 0`;

export type GivenOutRows = [
  Record<'transferred' | 'withdrawn' | 'spent' | 'paid', string> & { refused: number | null },
];

/**
 * Reads what an account gave out in the day of Paris that it is, and whether its owner's identity was refused; for
 * `keepWithinLimits`. It has no end: of orders that wait for their lock over midnight, none may miss another.
 */
export function givenOutToday(accountId: number, now: Date): Statement {
  const { start } = parisDayAround(now);
  return [givenOutIn, [accountId, start, accountId, accountId, start]];
}

/**
 * Keeps what an account gives out in a day of Paris within its own limits and those of its owner's level. The account
 * must have been locked before `given` was read: two orders at once are then counted one after the other.
 * @throws Failure TRANSFER_LIMIT_EXCEEDED, WITHDRAWAL_LIMIT_EXCEEDED, LIMIT_OF_LEVEL.
 */
export function keepWithinLimits(account: LockedAccount, [given]: GivenOutRows, outgoing: Outgoing): void {
  const { kind, amount } = outgoing;
  const [transferred, withdrawn, paid] = [given.transferred, given.withdrawn, given.paid].map(minorUnits) as [
    bigint,
    bigint,
    bigint,
  ];
  if (given.refused)
    keepWithinLevel(account, transferred + withdrawn + paid + minorUnits(given.spent), outgoing);
  const isSent = kind === 'transfer' || kind === 'payment';
  if (isSent && transferred + paid + amount > account.transferLimit)
    throw new Failure('TRANSFER_LIMIT_EXCEEDED');
  if (kind === 'withdrawal' && withdrawn + amount > account.withdrawalLimit)
    throw new Failure('WITHDRAWAL_LIMIT_EXCEEDED');
}

/** Nothing to another part of the world, little in a day, and no overdraft; what is not there at all is the ledger's to say. */
function keepWithinLevel(account: LockedAccount, given: bigint, { amount, international }: Outgoing): void {
  const left = account.balance - account.held - amount;
  const overdrawn = left < 0n && left >= -account.overdraftLimit;
  if (international || overdrawn || given + amount > toMinor(limitedLevel.outgoingPerDay)) {
    throw new Failure('LIMIT_OF_LEVEL');
  }
}
