import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@bank/contracts/days';
import type { JobRunList } from '@bank/contracts/jobs';
import { parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';

const debitsEach = 5;
const customersCount = 4;

let bank: Bank;
let database: TestConnection;
let customers: SignedIn[];
/** They run the jobs every second. */
let servers: ServerProcess[] = [];

beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '0' } });
  database = connectTo(bank.migrationUrl);
  customers = [];
  for (let index = 0; index < customersCount; index += 1) customers.push(await newCustomer(bank.shellUrl));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.end();
  await bank.stop();
});

const send = (who: SignedIn, method: string, route: string, body?: unknown) =>
  call<{ card: { id: number }; balance: { current_balance: number }; scheduled: { next_run: string }[] }>(
    method,
    `${bank.shellUrl}/api/${route}`,
    { token: who.token, body },
  );

async function order(who: SignedIn): Promise<void> {
  await send(who, 'POST', 'balance/update', { amount: 1000, type: 'add' });
  const { card } = (await send(who, 'POST', 'cards/create', { card_type: 'debit' })).body;
  for (let index = 1; index <= debitsEach; index += 1) {
    const debit = {
      amount: index,
      label: `Débit ${index}`,
      frequency: 'weekly',
      first_run: parisDay(new Date()),
    };
    expect((await send(who, 'POST', 'user/scheduled_payments', { card_id: card.id, ...debit })).status).toBe(
      201,
    );
  }
}

const runs = () =>
  database.rows(
    `SELECT r.schedule_id, r.status, DATE_FORMAT(r.occurrence_date, '%Y-%m-%d') AS day
     FROM scheduled_payment_runs r ORDER BY r.schedule_id, r.occurrence_date`,
  );

it('two servers run each debit of a skipped week once for each occurrence', async () => {
  const today = parisDay(new Date());
  await Promise.all(customers.map(order));
  const [first, second, next] = [addDays(today, -8), addDays(today, -1), addDays(today, 6)];
  await database.rows('UPDATE scheduled_payments SET first_run = ?, next_run = ?', [first, first]);

  const env = {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
    JOBS_EVERY_SECONDS: '1',
  };
  servers = [new ServerProcess(await freePorts(), env), new ServerProcess(await freePorts(), env)];
  await Promise.all(servers.map((server) => server.start()));
  const expected = customersCount * debitsEach * 2;
  await until(async () => (await runs()).length >= expected);
  await sleep(2_500);

  const done = await runs();
  expect(done).toHaveLength(expected);
  for (const run of done) {
    expect(run.status).toBe('completed');
    expect([first, second]).toContain(run.day);
  }
  for (const who of customers) {
    const { balance } = (await send(who, 'GET', 'solde/check')).body;
    expect(balance.current_balance).toBe(1000 - 2 * (1 + 2 + 3 + 4 + 5));
    const { scheduled } = (await send(who, 'GET', 'user/scheduled_payments')).body;
    for (const debit of scheduled) expect(debit.next_run).toBe(startOfParisDay(next).toISOString());
  }
  const [sum] = await database.rows('SELECT SUM(balance) AS total FROM accounts');
  expect(sum?.total).toBe('0');
  const [told] = await database.rows(
    `SELECT COUNT(*) AS count FROM notifications WHERE text_key = 'scheduled_debit_done'`,
  );
  expect(Number(told?.count)).toBe(expected);
  const [page] = await database.rows(`SELECT SUM(done) AS done FROM job_runs WHERE job = 'scheduled-debits'`);
  expect(Number(page?.done)).toBe(expected);
  const lines = await database.rows(`SELECT 1 FROM audit_log WHERE action = 'job.scheduled-debits'`);
  expect(lines.length).toBeGreaterThanOrEqual(1);
  for (const server of servers) expect(server.logs()).not.toContain('failed');
}, 60_000);

it('lists the last run of each job to administrators only', async () => {
  const admin = await newCustomer(bank.shellUrl);
  const ask = (query = '') =>
    call<JobRunList>('GET', `${bank.shellUrl}/api/admin/jobs${query}`, { token: admin.token });
  expect((await ask()).status).toBe(403);
  await promote(database, admin);
  const last = async () => (await ask()).body.runs.find(({ job }) => job === 'scheduled-debits');
  await until(async () => Boolean(await last()));
  const before = await last();
  expect(before).toMatchObject({ done: 0, failed: false });
  await until(async () => (await last())?.finished_at !== before?.finished_at);
  const after = await last();
  expect(after).toEqual({ ...before, finished_at: expect.any(String) as string });
  expect(Date.parse(after?.finished_at ?? '')).toBeGreaterThan(Date.parse(before?.finished_at ?? ''));
  expect((await ask('?limit=1')).body).toMatchObject({ runs: [{}], pagination: { page: 1, limit: 1 } });
  expect((await ask('?limit=0')).status).toBe(400);
});
