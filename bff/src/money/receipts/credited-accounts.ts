import { z } from 'zod';
import { currencies } from '@bank/contracts/currencies';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { switchedOff } from '../../people/notifications/notifications.service';
import type { Connection, Query } from '../../platform/database/database';

const accountsByIban = 'SELECT id, iban FROM accounts WHERE iban IN (?) AND user_id IS NOT NULL';
const accountId = rowOf({ id: whole, iban: text });
const accountsById = `
  SELECT a.id, a.iban, a.currency, a.user_id AS userId, u.deleted_at IS NULL AND a.closed_at IS NULL AS isOpen,
    ${switchedOff('transaction', 'u.id')} AS isMuted
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id IN (?)`;
const accountRow = rowOf({
  id: whole,
  iban: text,
  currency: z.enum(currencies),
  userId: whole,
  isOpen: flag,
  /** The owner wants no notices of transactions. */
  isMuted: flag,
});
const accountsByOwnIban = accountRow
  .array()
  .transform((rows) => new Map(rows.map((account) => [account.iban, account])));

/** A customer's account that a credit names. */
export type CustomerAccount = ReturnType<typeof accountRow.parse>;

/** The ids of the customers' accounts that credits name. */
export async function accountIdsOf(connection: Connection, credits: CreditTransfer[]): Promise<number[]> {
  const ibans = [...new Set(credits.map(({ creditor }) => creditor.account))];
  if (ibans.length === 0) return [];
  const rows = await connection.rows(accountId, accountsByIban, [ibans]);
  return rows.map(({ id }) => id);
}

/** The query of accounts, by their IBAN. */
export const accountsQuery = (ids: number[]): Query<typeof accountsByOwnIban> => [
  accountsById,
  // SQL has no empty list; no account has the id 0.
  [[0, ...ids]],
  accountsByOwnIban,
];

/** The accounts that credits name, by their IBAN; unlocked, so their state may change. */
export async function accountsNamed(
  connection: Connection,
  credits: CreditTransfer[],
): Promise<Map<string, CustomerAccount>> {
  const [accounts] = await connection.together([accountsQuery(await accountIdsOf(connection, credits))]);
  return accounts;
}
