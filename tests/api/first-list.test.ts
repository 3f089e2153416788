import { randomUUID } from 'node:crypto';
import mysql from 'mysql2/promise';
import type { KycFinding } from '@bank/contracts/kyc-findings';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { whileLocked } from '../support/held-lock';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { until } from '../support/until';
import { newIban, paymentCalls, type MadePayment } from './payment-fixture';

/** A bank whose source of sanctions lists never answers: a list comes by another server, as far as it knows. */
let bank: Bank;
let database: TestConnection;
let calls: ReturnType<typeof paymentCalls>;

beforeAll(async () => {
  bank = await startBank({ env: { SANCTIONS_URL: 'http://127.0.0.1:9/targets.simple.csv' } });
  database = connectTo(bank.migrationUrl);
  calls = paymentCalls(bank.shellUrl, database);
}, 120_000);
afterAll(async () => {
  await database.end();
  await bank.stop();
});
afterEach(async () => {
  await database.rows('DELETE FROM sanctions_entries');
  await database.rows('DELETE FROM sanctions_lists');
  await bank.restart();
}, 120_000);

/** Another server begins a list with one name. */
async function beginList(): Promise<void> {
  await database.rows('INSERT INTO sanctions_lists (started_at, entries) VALUES (NOW(3), 1)');
  await database.rows(
    `INSERT INTO sanctions_entries (list_id, entry, name, aliases, countries, programs)
     SELECT id, 'q-1', 'Orla Tindersol', '', '', '' FROM sanctions_lists`,
  );
}
const completeList = 'UPDATE sanctions_lists SET completed_at = NOW(3)';

const lockLists = 'LOCK TABLES sanctions_lists WRITE';
/** How a server asks for the newest list. */
const asksForList = 'FROM sanctions_lists WHERE completed_at IS NOT NULL';

const pay = (who: SignedIn, recipient_name: string) =>
  calls.post<{ payment: MadePayment }>(
    who,
    'paiement',
    { amount: 5, recipient_account: newIban(), recipient_name, payment_method: 'sepa_transfer' },
    randomUUID(),
  );
const foundOf = async ({ id }: MadePayment) =>
  (await database.rows('SELECT entry FROM payment_findings WHERE payment_id = ?', [id])).map(
    ({ entry }) => entry,
  );

it('holds payments at once while the first list is read, and compares them from then on', async () => {
  const who = await calls.verified(100);
  await beginList();
  const { status, body } = await whileLocked(bank, {
    lock: lockLists,
    begin: () => pay(who, 'Anne Durand'),
    waits: asksForList,
    then: completeList,
  });
  expect([status, body.payment.stage]).toEqual([201, 'awaiting_approval']);
  expect(await foundOf(body.payment)).toEqual(['no-list']);
  await until(async () => (await pay(who, 'Anne Durand')).body.payment.stage !== 'awaiting_approval', 60);
  expect(await foundOf((await pay(who, 'Orla Tindersol')).body.payment)).toEqual(['q-1']);
}, 120_000);

it('is not ready before the list is read', async () => {
  const who = await calls.verified(100);
  await beginList();
  await database.rows(completeList);
  await bank.kill();
  const [holder, server] = [await mysql.createConnection(bank.migrationUrl), connectTo(bank.databaseUrl)];
  await holder.query(lockLists);
  const starting = bank.start();
  const waiting = 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE ?';
  await until(async () => (await server.rows(waiting, [`%${asksForList}`])).length > 0, 60);
  const ready = await fetch(`${bank.shellUrl}/api/health/ready`).catch(() => undefined);
  await Promise.all([holder.end(), server.end()]);
  await starting;
  expect(ready?.ok ?? false).toBe(false);
  expect(await foundOf((await pay(who, 'Orla Tindersol')).body.payment)).toEqual(['q-1']);
}, 120_000);

it('compares an identity file whose check began before the first list came, and ended after that', async () => {
  const person = await newCustomer(
    bank.shellUrl,
    { first_name: 'Orla', last_name: 'Tindersol' },
    { verified: 'email' },
  );
  const body = new FormData();
  const fields = { firstName: 'Orla', lastName: 'Tindersol', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('documents', new Blob([new Uint8Array(pngFile())]), 'a.png');
  expect((await call('POST', `${bank.shellUrl}/api/kyc`, { token: person.token, body })).status).toBe(201);
  const ofPerson = 'SELECT c.done_at, c.findings FROM identity_checks c JOIN kyc_submissions s';
  const codes = async () => {
    const [row] = await database.rows(`${ofPerson} ON s.id = c.submission_id WHERE s.user_id = ?`, [
      person.id,
    ]);
    const findings = row?.done_at ? (JSON.parse(String(row.findings)) as KycFinding[]) : [];
    return findings.map(({ code }) => code);
  };
  await until(async () => (await codes()).includes('not_checked'), 60);
  expect(await codes()).not.toContain('sanctions_list');
  await beginList();
  await whileLocked(bank, {
    lock: `SELECT id FROM users WHERE id = ${person.id} FOR UPDATE`,
    begin: () => database.rows('UPDATE identity_checks SET done_at = NULL, due_at = NOW(3)'),
    waits: `FROM users WHERE id = ${person.id} FOR UPDATE`,
    then: completeList,
  });
  await until(async () => (await codes()).includes('sanctions_list'), 60);
}, 120_000);
