import { limitedLevel } from '@bank/contracts/account-limits';
import { homeCurrency } from '@bank/contracts/currencies';
import type { LevelRefusal } from '@bank/contracts/levels';
import { toMinor } from '@bank/contracts/money';
import { flag, rowOf } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { approvedSince, isApproved } from '../../people/users/validity';
import type { LockedAccount, TransferKind } from './movement';

/**
 * What each kind of movement counts as while the owner's identity is not approved (the bank and the world, section 4):
 * money that comes in counts in the total, money that goes out in that of the day.
 *
 * | kind        | in | out | why                                                                                         |
 * | ----------- | -- | --- | ------------------------------------------------------------------------------------------- |
 * | deposit     | *  |     | a top-up counts when the card network is asked: what the card was charged is always booked  |
 * | transfer    | x  | x   | between customers                                                                           |
 * | credit      | x  |     | from another bank; what exceeds the limit is returned (AM02)                                |
 * | payment     |    | *   | to another bank; counts from when it is ordered, unless it failed                           |
 * | card        |    | *   | what was approved counts from then on, and not again when the shop is paid                  |
 * | card_refund | *  |     | a shop's refund counts as far as it exceeds what its purchase took                          |
 * | withdrawal  |    | x   |                                                                                             |
 * | debit       |    | x   | collected by another bank                                                                   |
 * | fee         |    |     | the bank's price                                                                            |
 * | exchange    |    |     | between a customer's own accounts; only money that was there                                |
 * | adjustment  |    |     | a correction by an administrator                                                            |
 * | reversal    |    |     | money that comes back, or goes back                                                         |
 */
const takenIn: ReadonlySet<TransferKind> = new Set(['deposit', 'transfer', 'credit']);

/** The refusal of an order by the level of its account, or of its recipient's. */
export const levelRefused = (
  limit: LevelRefusal['limit'],
  whose: LevelRefusal['whose'] = 'own',
): ApiException => new ApiException('LIMIT_OF_LEVEL', { level: { limit, whose, required: 'full' } });

/**
 * The remaining incoming limit of an account, in cents; null without a limit. The limit is in euros, so an account in another
 * currency takes in nothing while there is one: what it took in could be exchanged to euros, which counts as nothing.
 */
export function roomOf({
  isLimited,
  currency,
  takenIn: taken,
}: Pick<LockedAccount, 'isLimited' | 'currency' | 'takenIn'>): bigint | null {
  if (!isLimited) return null;
  return currency === homeCurrency ? largest(toMinor(limitedLevel.incomingTotal) - taken, 0n) : 0n;
}

/**
 * The account after it took in a part of a movement.
 * @throws ApiException LIMIT_OF_LEVEL, of a transfer about its recipient.
 */
export function takeIn(account: LockedAccount, kind: TransferKind, amount: bigint): LockedAccount {
  const room = roomOf(account);
  if (room === null || amount <= 0n || !takenIn.has(kind)) return account;
  if (amount > room) throw levelRefused('incoming', kind === 'transfer' ? 'recipient' : 'own');
  return { ...account, takenIn: account.takenIn + amount };
}

const approvedOwner = `SELECT ${isApproved('users')} AS approved FROM users WHERE id = ?`;
const approvedRow = rowOf({ approved: flag.nullable() });

/** Whether a person's identity is approved and has not run out. */
export async function isApprovedOwner(connection: Connection, userId: number, now: Date): Promise<boolean> {
  const row = await connection.row(approvedRow, approvedOwner, [approvedSince(now), userId]);
  return row?.approved === true;
}

/** Refuses what needs an approved identity. @throws ApiException LIMIT_OF_LEVEL. */
export async function requireApproved(
  connection: Connection,
  userId: number,
  limit: LevelRefusal['limit'],
  now: Date,
): Promise<void> {
  if (!(await isApprovedOwner(connection, userId, now))) throw levelRefused(limit);
}

const largest = (left: bigint, right: bigint) => (left > right ? left : right);
