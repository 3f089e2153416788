import type { Kyc } from '../../libs/contracts/kyc';
import { specimens } from '../bench/identity/documents';
import { drawSpecimen } from '../bench/identity/draw';
import { atLength } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';
import { worldCounterparts } from '../support/world-process';

/** Two servers work on the same queues. */
let bank: Bank;
let database: TestConnection;
let second: ServerProcess;

beforeAll(async () => {
  bank = await startBank({ world: true });
  database = connectTo(bank.migrationUrl);
  second = new ServerProcess(await freePorts(), {
    ...worldCounterparts(Number(new URL(bank.shellUrl).port)),
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
  });
  await second.start();
}, 120_000);
afterAll(async () => {
  await second.stop();
  await database.end();
  await bank.stop();
});

const filesAtOnce = atLength(50, 15);
const pushesAtOnce = 100;

it('judges each of many identity files that arrive at once, once', async () => {
  const specimen = specimens().find(({ kind }) => kind === 'blurred');
  if (!specimen) throw new Error('no specimen');
  const { firstName: first_name, lastName: last_name } = specimen.form;
  const picture = new Uint8Array(await drawSpecimen(specimen));
  const people = await Promise.all(
    Array.from({ length: filesAtOnce }, () =>
      newCustomer(bank.shellUrl, { first_name, last_name }, { verified: 'email' }),
    ),
  );
  const send = async ({ token }: SignedIn) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...specimen.form, address: '1 rue A, Lyon' }))
      body.append(name, value);
    for (const [at, kind] of ['identity', 'address', 'selfie'].entries()) {
      body.append('kinds', kind);
      const content = kind === 'identity' ? picture : new Uint8Array(pngFile(30 + at, 40));
      body.append('documents', new Blob([content]), `${kind}.${kind === 'identity' ? 'jpg' : 'png'}`);
    }
    return (await call<Kyc>('POST', `${bank.shellUrl}/api/kyc`, { token, body })).status;
  };
  expect(new Set(await Promise.all(people.map(send)))).toEqual(new Set([201]));
  const open = 'SELECT COUNT(*) AS count FROM identity_checks WHERE done_at IS NULL';
  await until(async () => Number((await database.rows(open))[0]?.count) === 0, 60);
  const checks = await database.rows(
    'SELECT attempts, COUNT(*) AS files FROM identity_checks GROUP BY attempts',
  );
  expect(checks.map(({ attempts, files }) => [Number(attempts), Number(files)])).toEqual([[1, filesAtOnce]]);
  const judged = await database.rows(`SELECT params FROM audit_log WHERE action = 'kyc.checked'`);
  expect(new Set(judged.map(({ params }) => String(params))).size).toBe(filesAtOnce);
  expect(judged).toHaveLength(filesAtOnce);
});

it('pushes each of a hundred notifications once', async () => {
  const who = await newCustomer(bank.shellUrl);
  const list = `${bank.shellUrl}/api/push/subscriptions`;
  const { public_key } = (await call<{ public_key: string }>('GET', list, { token: who.token })).body;
  const play = async <Body>(path: string, body?: object) =>
    (await call<Body>(body ? 'POST' : 'GET', `${bank.worldUrl}/play/${path}`, { body })).body;
  const { id, endpoint, keys } = await play<{ id: string; endpoint: string; keys: object }>('browsers', {
    application_server_key: public_key,
  });
  await call('POST', list, { token: who.token, body: { endpoint, keys } });
  const rows = Array.from({ length: pushesAtOnce }, (_none, at) => [
    who.id,
    'info',
    'kyc_rejected',
    `{"at":"${at}"}`,
  ]);
  await database.rows(
    `INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES
       ${rows.map(() => '(?, ?, ?, ?, NOW(3))').join(', ')}`,
    rows.flat(),
  );
  const waiting = 'SELECT COUNT(*) AS count FROM notifications WHERE user_id = ? AND deliver_at IS NOT NULL';
  await until(async () => Number((await database.rows(waiting, [who.id]))[0]?.count) === 0, 60);
  const { messages } = await play<{ messages: { topic: string }[] }>(`pushes?browser=${id}&limit=500`);
  // With the notice that the browser was added.
  expect(messages).toHaveLength(pushesAtOnce + 1);
  expect(new Set(messages.map(({ topic }) => topic)).size).toBe(pushesAtOnce + 1);
});
