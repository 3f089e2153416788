import { createConnection } from 'mysql2/promise';
import type { AdminStats, UserList } from '../../libs/contracts/admin';
import type { PaymentList } from '../../libs/contracts/payments';
import type { Report } from '../../libs/contracts/reports';
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { growBank } from '../bench/grow-bank.mjs';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { runCommand } from '../support/server';

/** More than a search examines. */
const people = 700;

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { CALLS_PER_MINUTE: '100000' } });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  const connection = await createConnection({ uri: bank.migrationUrl });
  await growBank(connection, 300);
  await growBank(connection, people);
  await connection.end();
}, 120_000);

afterAll(async () => {
  await database.end();
  await bank.stop();
});

const get = async <Body>(path: string) =>
  (await call<Body>('GET', `${bank.shellUrl}/api/${path}`, { token: admin.token })).body;

it('keeps the ledger sound', async () => {
  const env = { DATABASE_URL: bank.databaseUrl, DATABASE_MIGRATION_URL: bank.migrationUrl };
  expect(await runCommand('ledger:verify', { ...env, DATA_DIR: bank.dataDir })).toContain(
    'The ledger is sound',
  );
}, 60_000);

it('has totals equal to its rows', async () => {
  const [counted] = await database.rows(
    `SELECT SUM(status = 'pending') AS pending, SUM(status = 'completed') AS completed,
       SUM(status = 'failed') AS failed, SUM(amount) / 100 AS volume FROM payments`,
  );
  const { summary, pagination } = await get<PaymentList>('paiement');
  expect(summary).toEqual(
    Object.fromEntries(Object.entries(counted ?? {}).map(([name, value]) => [name, Number(value)])),
  );
  expect(pagination.total).toBe(people);
  const [held] = await database.rows(
    `SELECT SUM(balance) / 100 AS balance FROM accounts WHERE kind = 'customer' AND currency = 'EUR'`,
  );
  const stats = await get<AdminStats>('admin/stats');
  expect(stats).toMatchObject({ totalUsers: people + 1, totalBalance: Number(held?.balance) });
  const [sent] = await database.rows(
    `SELECT COUNT(*) AS waiting FROM kyc_submissions WHERE status = 'pending'`,
  );
  expect(stats.kycPending).toBe(Number(sent?.waiting));
  const { byDay, outcomes } = await get<Report>('admin/reports');
  const [made] = await database.rows('SELECT COUNT(*) AS made FROM payments WHERE created_at >= ?', [
    startOfParisDay(byDay[0]?.day ?? ''),
  ]);
  expect(outcomes.pending.count + outcomes.completed.count + outcomes.failed.count).toBe(Number(made?.made));
});

it.each([
  ['the end of a username, far down the list', 'ient650', 0],
  ['the start of a username', 'client650', 1],
  ['a part of an e-mail, far down the list', '650@grown', 0],
  ['the start of a word near the head of the list', 'grown.example', 499],
])('finds people by %s', async (_what, search, total) => {
  const list = await get<UserList>(`admin/users?search=${encodeURIComponent(search)}`);
  expect(list.pagination).toMatchObject({ total });
});

it('finds somebody far down the list by both names, in either order', async () => {
  const [person] = await database.rows(
    `SELECT id, first_name, last_name FROM users WHERE username = 'client690'`,
  );
  for (const search of [
    `${String(person?.first_name)} ${String(person?.last_name)}`,
    `${String(person?.last_name)} ${String(person?.first_name).slice(0, 3)}`,
  ]) {
    const { users } = await get<UserList>(`admin/users?search=${encodeURIComponent(search)}`);
    expect(users.map(({ id }) => id)).toContain(Number(person?.id));
  }
});

it('lists at most the documented number of results', async () => {
  const list = await get<UserList>('admin/users?search=client&limit=100&page=5&order=desc');
  expect(list.pagination).toEqual({ page: 5, limit: 100, total: 500, pages: 5, capped: true });
  expect(list.users).toHaveLength(100);
  expect((await get<UserList>('admin/users?search=client&limit=100&page=6')).users).toEqual([]);
});

it('finds any payment by the start of its reference or account, and the newest by any part', async () => {
  const [oldest, newest] = await database.rows(
    `(SELECT reference, recipient_account FROM payments ORDER BY created_at LIMIT 1)
     UNION ALL (SELECT reference, recipient_account FROM payments ORDER BY created_at DESC LIMIT 1)`,
  );
  const found = async (search: string) =>
    (await get<PaymentList>(`paiement?search=${encodeURIComponent(search)}`)).payments.map(
      ({ reference }) => reference,
    );
  const [old, young] = [String(oldest?.reference), String(newest?.reference)];
  expect(await found(old)).toEqual([old]);
  expect(await found(old.slice(0, -1))).toEqual([old]);
  expect(await found(String(oldest?.recipient_account).slice(0, 18))).toContain(old);
  expect(await found(old.slice(4))).toEqual([]);
  expect(await found(young.slice(4))).toEqual([young]);
});
