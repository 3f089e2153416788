import { createRequire } from 'node:module';
import { databaseAddress } from '../../../libs/contracts/database-address.mjs';

const { createConnection } = createRequire(new URL('../../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);

/**
 * The bank's stored data, read from the database. Amounts are whole cents.
 *
 * @typedef {object} Entry
 * @property {number | null} person null for an account of the bank itself
 * @property {string} kind
 * @property {string} reference
 * @property {string} description of the transfer: the key of the order that made it
 * @property {number} amount
 * @property {number} balanceAfter
 *
 * @typedef {object} StoredKey
 * @property {number} person
 * @property {string} key
 * @property {string | null} reference that the stored answer names
 *
 * @typedef {object} Books
 * @property {Entry[]} entries in the order in which they were written
 * @property {StoredKey[]} keys
 * @property {Map<number, number>} balances of the customers
 * @property {number} sumOfAll the balances of every account, the bank's own included
 */

/** @param {string} url @returns {Promise<any>} */
export const openDatabase = (url) =>
  createConnection({
    ...databaseAddress(url),
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: true,
  });

const allEntries = `
  SELECT a.user_id AS person, t.kind, t.reference, t.description, e.amount, e.balance_after
  FROM entries e JOIN transfers t ON t.id = e.transfer_id JOIN accounts a ON a.id = e.account_id ORDER BY e.id`;
const allKeys = `
  SELECT client, idempotency_key, answer FROM idempotency_keys WHERE client LIKE 'user:%'`;

/**
 * @param {string} url
 * @returns {Promise<Books>}
 */
export async function readBooks(url) {
  const database = await openDatabase(url);
  const [entries] = await database.query(allEntries);
  const [keys] = await database.query(allKeys);
  const [accounts] = await database.query('SELECT user_id AS person, balance FROM accounts');
  await database.end();
  return {
    entries: entries.map((/** @type {Record<string, string>} */ row) => ({
      kind: row.kind,
      reference: row.reference,
      description: row.description,
      person: row.person === null ? null : Number(row.person),
      amount: Number(row.amount),
      balanceAfter: Number(row.balance_after),
    })),
    keys: keys.map((/** @type {Record<string, string>} */ row) => ({
      person: Number(row.client?.slice('user:'.length)),
      key: row.idempotency_key,
      reference: JSON.parse(row.answer ?? 'null')?.reference ?? null,
    })),
    balances: new Map(
      accounts
        .filter((/** @type {{ person: string | null }} */ { person }) => person !== null)
        .map((/** @type {Record<string, string>} */ row) => [Number(row.person), Number(row.balance)]),
    ),
    sumOfAll: accounts.reduce(
      (/** @type {number} */ sum, /** @type {{ balance: string }} */ { balance }) => sum + Number(balance),
      0,
    ),
  };
}
