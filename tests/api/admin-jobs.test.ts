import { setTimeout as sleep } from 'node:timers/promises';
import type { JobRunList } from '@bank/contracts/jobs';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const ask = (query = '') =>
  call<JobRunList>('GET', `${bank.shellUrl}/api/admin/jobs${query}`, { token: admin.token });

it('lists the jobs’ last runs, for administrators only', async () => {
  expect((await ask()).status).toBe(403);
  await promote(database, admin);
  const last = async () => (await ask()).body.runs.find(({ job }) => job === 'scheduled-debits');
  for (let attempt = 0; attempt < 100 && !(await last()); attempt += 1) await sleep(100);
  const before = await last();
  expect(before).toMatchObject({ done: 0, failed: false });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await last())?.finished_at !== before?.finished_at) break;
    await sleep(100);
  }
  const after = await last();
  expect(after).toEqual({ ...before, finished_at: expect.any(String) as string });
  expect(Date.parse(after?.finished_at ?? '')).toBeGreaterThan(Date.parse(before?.finished_at ?? ''));
  expect((await ask('?limit=1')).body).toMatchObject({ runs: [{}], pagination: { page: 1, limit: 1 } });
  expect((await ask('?limit=0')).status).toBe(400);
});
