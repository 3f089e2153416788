import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';

const accountsByIban = 'SELECT id, iban FROM accounts WHERE iban IN (?) AND user_id IS NOT NULL';
const accountId = rowOf({ id: whole, iban: text });
const accountsById = `
  SELECT a.id, a.iban, a.currency, a.user_id AS userId, u.deleted_at IS NULL AND a.closed_at IS NULL AS isOpen
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id IN (?)`;
const accountRow = rowOf({ id: whole, iban: text, currency: text, userId: whole, isOpen: flag });

/** A customer's account that a credit names. */
export type CustomerAccount = ReturnType<typeof accountRow.parse>;

/** The ids of the customers' accounts that credits name. */
export async function accountIdsOf(connection: Connection, credits: CreditTransfer[]): Promise<number[]> {
  const ibans = [...new Set(credits.map(({ creditor }) => creditor.account))];
  if (ibans.length === 0) return [];
  const rows = await connection.rows(accountId, accountsByIban, [ibans]);
  return rows.map(({ id }) => id);
}

/** Accounts by their IBAN. */
export async function accountsOf(
  connection: Connection,
  ids: number[],
): Promise<Map<string, CustomerAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.rows(accountRow, accountsById, [ids]);
  return new Map(rows.map((row) => [row.iban, row]));
}

/** The accounts that credits name, by their IBAN; unlocked, so their state may change. */
export const accountsNamed = async (connection: Connection, credits: CreditTransfer[]) =>
  accountsOf(connection, await accountIdsOf(connection, credits));
