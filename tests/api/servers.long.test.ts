import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { refusalOfSecond } from '../support/second-server';

let bank: Bank;
let database: TestConnection;
let folder: string;

beforeAll(async () => {
  // The packets of a cluster, on a plain server.
  bank = await startBank({ env: { DATABASE_PACKETS: 'compound', JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  folder = await mkdtemp(path.join(os.tmpdir(), 'bank-second-'));
});
afterAll(async () => {
  await database.end();
  await bank.stop();
  await rm(folder, { recursive: true, force: true });
});

const otherKey = (variable: string) =>
  `${variable} does not contain the key that the bank's servers use: give every server the same keys.`;

it('moves money in compound packets as in others, and keeps the books', async () => {
  const people = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  const [from, to] = people;
  const send = <Body>(route: string, body: object, key?: string) =>
    call<Body>('POST', `${bank.shellUrl}/api/balance/${route}`, {
      token: from?.token,
      body,
      headers: { ...(key && { 'idempotency-key': key }) },
    });
  expect((await send('update', { amount: 20, type: 'add' })).status).toBe(201);
  const transfer = { recipient_id: to?.id, amount: 1 };
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_none, at) => send('transfer', transfer, `one-${at % 11}`)),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  const [sum] = await database.rows(
    `SELECT SUM(a.balance) AS total,
       SUM(IF(a.user_id = ?, a.balance, 0)) AS arrived,
       SUM(a.balance <> (SELECT COALESCE(SUM(amount), 0) FROM entries e WHERE e.account_id = a.id)) AS unequal
     FROM accounts a`,
    [to?.id],
  );
  expect(sum).toMatchObject({ total: '0', arrived: '1100', unequal: '0' });
});

it('a server with other keys does not start after the others have gone, either', async () => {
  await bank.kill();
  expect(await refusalOfSecond(bank, { DATA_DIR: folder })).toBe(otherKey('SIGNING_KEY'));
  await bank.start();
}, 60_000);
