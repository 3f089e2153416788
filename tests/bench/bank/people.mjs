import { openDatabase } from './books.mjs';

/**
 * @typedef {import('./clients.mjs').Call} Call
 * @typedef {import('./clients.mjs').Person} Person
 */

/** The initial balance of each customer, and the overdraft of every new account, in cents. */
const opening = 30_000;
export const floor = -50_000;
const password = 'long-enough-for-a-bench';

/**
 * Signs customers up, gives each the same sum to begin with, and makes one more person an administrator. The daily
 * limit is raised, so that only the funds limit an order.
 * @param {Call} call
 * @param {string} databaseUrl
 * @param {number} count
 */
export async function settleIn(call, databaseUrl, count) {
  /** @type {Person[]} */
  const people = [];
  for (let at = 0; at < count; at += 1)
    people.push(await newCustomer(call, databaseUrl, `customer${at}`, opening / 100));
  const database = await openDatabase(databaseUrl);
  await database.query('UPDATE accounts SET transfer_limit = 1e12 WHERE user_id IS NOT NULL');
  await database.end();
  const administrator = await newAdministrator(call, databaseUrl, 'auditor');
  return { people, administrator, total: count * opening };
}

/**
 * With an approved identity, whom no level limits.
 * @param {Call} call
 * @param {string} databaseUrl
 * @param {string} name
 * @param {number} [euros] to begin with
 * @returns {Promise<Person>}
 */
export async function newCustomer(call, databaseUrl, name, euros) {
  const person = { username: name, email: `${name}@example.org`, first_name: 'Bench', last_name: name };
  const { user, access_token: token } = await made(call, 'auth/signup', {
    body: { ...person, password },
  });
  const database = await openDatabase(databaseUrl);
  await database.query("UPDATE users SET kyc_status = 'approved' WHERE id = ?", [user.id]);
  await database.end();
  if (euros) await made(call, 'balance/update', { token, body: { amount: euros, type: 'add' } });
  return { id: user.id, token };
}

/**
 * The access token of a new session of a customer of `newCustomer`, while all servers are up: the first one lasts an hour.
 * @param {Call} call
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function signIn(call, name) {
  const { status, body } = await call('POST', 'auth/login', { body: { username: name, password } });
  if (status !== 200) throw new Error(`auth/login answered ${status} ${body.code}`);
  return body.access_token;
}

/**
 * Puts payees into the address books of customers as approved ones, so that payments to them need no approval each.
 * @param {Awaited<ReturnType<typeof openDatabase>>} database
 * @param {Person[]} people
 * @param {string[]} accounts IBANs
 */
export async function trust(database, people, accounts) {
  for (const { id } of people) {
    const rows = accounts.map((iban) => [id, 'Payee', iban, '', iban.slice(0, 2), 'EUR', 1, new Date()]);
    const columns = 'user_id, name, account, bic, country, currency, trusted, created_at';
    await database.query(`INSERT INTO beneficiaries (${columns}) VALUES ?`, [rows]);
  }
}

/** @param {Call} call @param {string} databaseUrl @param {string} name */
export async function newAdministrator(call, databaseUrl, name) {
  const administrator = await newCustomer(call, databaseUrl, name);
  const database = await openDatabase(databaseUrl);
  await database.query("UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?", [
    administrator.id,
  ]);
  await database.query('UPDATE sessions SET factors = 2 WHERE user_id = ?', [administrator.id]);
  await database.end();
  return administrator;
}

/**
 * The response of a call that creates something, while all servers are up.
 * @param {Call} call
 * @param {string} path
 * @param {{ token?: string, body: object }} request
 */
export async function made(call, path, request) {
  const { status, body } = await call('POST', path, request);
  if (status !== 201) throw new Error(`${path} answered ${status} ${body.code}`);
  return body;
}
