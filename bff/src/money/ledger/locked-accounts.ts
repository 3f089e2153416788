import type { z } from 'zod';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { listOf } from '../../platform/database/database';
import { isApproved } from '../../people/users/validity';
import { accountOfStripe, firstCustomerAccount, stripeFor } from './bank-accounts';
import type { LockedAccount } from './movement';

/** Money received before the last approval no longer counts. */
const lockedAccount = ({
  takenIn,
  takenInSince,
  isApproved: approved,
  ...row
}: z.output<typeof lockedRow>): LockedAccount => ({
  ...row,
  isLimited: row.kind === 'customer' && approved !== true,
  takenIn: takenInSince?.getTime() === row.approvedAt?.getTime() ? takenIn : 0n,
});

/**
 * The rows to lock for a movement of accounts: of each striped account of the bank one, by the customer who takes part. Two
 * movements of a customer lock the same.
 */
export function rowsToLock(accountIds: readonly number[]): number[] {
  const customers = accountIds.filter((id) => id >= firstCustomerAccount);
  const customer = customers.reduce((least, id) => Math.min(least, id), customers[0] ?? 0);
  return accountIds.map((id) => stripeFor(id, customer));
}

/** The owner's row is read, not locked: no statement locks people while it holds accounts. */
export const lockAccounts = (ids: number[]) => `
  SELECT id, user_id AS userId, kind, currency, balance, held, overdraft_limit AS overdraftLimit,
    transfer_limit AS transferLimit, withdrawal_limit AS withdrawalLimit, taken_in AS takenIn,
    taken_in_since AS takenInSince, outside_credits AS outsideCredits,
    (SELECT u.identity_approved_at FROM users u WHERE u.id = accounts.user_id) AS approvedAt,
    (SELECT ${isApproved('u')} FROM users u WHERE u.id = accounts.user_id) AS isApproved
  FROM accounts WHERE id IN (${listOf(ids)}) ORDER BY id FOR UPDATE`;
const lockedRow = rowOf({
  id: whole,
  userId: whole.nullable(),
  kind: text,
  currency: text,
  balance: minor,
  held: minor,
  overdraftLimit: minor,
  transferLimit: minor,
  withdrawalLimit: minor,
  takenIn: minor,
  takenInSince: moment.nullable(),
  approvedAt: moment.nullable(),
  outsideCredits: text.nullable(),
  isApproved: flag.nullable(),
});
/** The locked rows by the account that each is of: of a striped account, there is one. */
export const accountsById = lockedRow
  .array()
  .transform(
    (rows) =>
      new Map<number, LockedAccount>(rows.map((row) => [accountOfStripe(row.id), lockedAccount(row)])),
  );
