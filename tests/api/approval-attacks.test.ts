/** @jest-environment ./tests/support/bank-environment.ts */
import { defaultPreferences } from '@bank/contracts/settings';
import { atLength, longIt } from '../support/at-length';
import { ageSessions, newPassword, type NewCustomer, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { approvalCalls } from './approval-fixture';
import { newIban, order } from './payment-fixture';
import { statuses } from './people';

const { bank, database } = sharedBank();
const calls = approvalCalls(bank.shellUrl, database);
const { ask, send, asked, prove, codeFor, approved, payment } = calls;
const invalid = { status: 403, body: { code: 'APPROVAL_INVALID' } };

/** Another session of a person, such as a thief's who knows the password. */
async function otherSession({ id, username }: NewCustomer) {
  const body = { username, email: username, password: newPassword };
  const answer = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, { body });
  return { id, token: answer.body.access_token };
}

async function funded(): Promise<NewCustomer> {
  const who = await newCustomer(bank.shellUrl);
  await calls.post(who, 'balance/update', { amount: 5_000, type: 'add' });
  return who;
}

it('pays nothing for many changed bodies with the token of one, which then passes', async () => {
  const who = await funded();
  const body = payment();
  const { token } = await approved(who, body);
  const header = { 'X-Approval': token };
  const changed = Array.from({ length: atLength(400, 80) }, (_, at) =>
    [
      { ...body, amount: 50 + (at + 1) / 100 },
      { ...body, recipient_account: newIban() },
      { ...body, recipient_name: `Anne Durand${'.'.repeat(at % 40)} ${at}` },
      { ...body, description: `Facture ${at + 100}` },
      { ...body, [`more_${at}`]: at },
      { ...body, payment_method: 'sepa_instant', end_to_end_id: `E${at}` },
    ].at(at % 6),
  );
  for (let at = 0; at < changed.length; at += 40) {
    const answers = await Promise.all(changed.slice(at, at + 40).map((each) => send(who, each, header)));
    expect(statuses(answers)).toEqual({ 403: 40 });
  }
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 0]);
  expect((await send(who, body, header)).status).toBe(201);
}, 30_000);

it('is not given by a message that was sent before an authenticator was enrolled, nor by one that was turned off', async () => {
  const who = await funded();
  const over = { status: 409, body: { code: 'APPROVAL_OVER' } };
  const body = payment();
  // The page repeats the same call under the same key.
  const key = { 'idempotency-key': `factors-${who.id}` };
  const { id } = await asked(who, body, key);
  expect((await asked(who, body, key)).id).toBe(id);
  const code = await codeFor(id);
  const { fresh, recoveryCodes } = await calls.enrol(who);
  expect(await prove(who, id, { method: 'email', code })).toMatchObject(over);
  const again = await asked(who, body, key);
  expect(again.methods).toEqual(['totp']);
  const last = await fresh();
  const disable = { password: newPassword, code: recoveryCodes[0] };
  expect((await ask(who, 'POST', 'settings/2fa/disable', { body: disable })).status).toBe(204);
  expect(await prove(who, again.id, { method: 'totp', code: last })).toMatchObject(over);
  expect((await asked(who, body, key)).methods).toEqual(['email']);
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 0]);
});

it('is spent by one of two calls at once; copies of one call get one answer', async () => {
  const who = await funded();
  const body = payment();
  const { token } = await approved(who, body);
  const twice = await Promise.all(Array.from({ length: 6 }, () => send(who, body, { 'X-Approval': token })));
  expect(statuses(twice)).toEqual({ 201: 1, 403: 5 });
  const next = payment();
  const key = { 'idempotency-key': `copies-${who.id}` };
  const given = await approved(who, next, key);
  const copies = await Promise.all(
    Array.from({ length: 6 }, () => send(who, next, { ...key, 'X-Approval': given.token })),
  );
  expect(statuses(copies)).toEqual({ 201: 6 });
  expect(new Set(copies.map((each) => each.body.payment.id)).size).toBe(1);
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 100_00]);
});

longIt('is spent once by calls of other keys, at once on two servers', async () => {
  const who = await funded();
  const body = payment();
  const key = (at: number) => ({ 'idempotency-key': `server-${who.id}-${at}` });
  const { token } = await approved(who, body, key(0));
  const port = await freePorts();
  const server = new ServerProcess(port, {
    ...bank.rail.environment,
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
  });
  await server.start();
  try {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        call('POST', `${at % 2 ? `http://localhost:${port}` : bank.shellUrl}/api/paiement`, {
          token: who.token,
          body,
          approve: false,
          headers: { ...key(at), 'X-Approval': token },
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 403: 7 });
  } finally {
    await server.stop();
  }
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 50_00]);
});

it('is asked for whatever the method, the encoding and the spelling of the address', async () => {
  const who = await funded();
  const body = payment();
  const texts = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  const fields = new URLSearchParams(texts);
  const form = new FormData();
  for (const [name, value] of texts) form.append(name, value);
  const json = JSON.stringify(body);
  const typed = (type: string) => ({ 'content-type': type });
  const ways: [path: string, method: string, body: string | FormData, headers: Record<string, string>][] = [
    ['paiement', 'POST', fields.toString(), typed('application/x-www-form-urlencoded')],
    ['paiement', 'POST', form, {}],
    ['paiement', 'POST', json, typed('text/plain')],
    ['paiement', 'POST', json, typed('application/merge-patch+json')],
    ['paiement', 'PUT', json, typed('application/json')],
    ['paiement', 'PATCH', json, typed('application/json')],
    ['paiement/', 'POST', json, typed('application/json')],
    ['//paiement', 'POST', json, typed('application/json')],
    ['PAIEMENT', 'POST', json, typed('application/json')],
    ['%70aiement', 'POST', json, typed('application/json')],
    ['paiement;a=b', 'POST', json, typed('application/json')],
    ['paiement?', 'POST', json, { ...typed('application/json'), 'X-HTTP-Method-Override': 'PUT' }],
    ['paiement', 'POST', `\ufeff${json}`, typed('application/json; charset=utf-8')],
    ['paiement', 'POST', json.replace('"amount":50', '"amount":1,"amount":50'), typed('application/json')],
  ];
  for (const [path, method, sent, headers] of ways) {
    const answer = await call(method, `${bank.shellUrl}/api/${path}`, {
      token: who.token,
      body: sent,
      headers,
      approve: false,
    });
    expect([path, method, answer.status >= 400 && answer.status < 500]).toEqual([path, method, true]);
  }
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 0]);
});

it('is given by one of two right codes at once', async () => {
  const who = await funded();
  const { id } = await asked(who, payment());
  const code = await codeFor(id);
  const given = await Promise.all([1, 2, 3].map(() => prove(who, id, { method: 'email', code })));
  expect(statuses(given)).toEqual({ 200: 1, 409: 2 });
});

it('is neither seen, given, refused nor used by another session of the person, nor by another person', async () => {
  const [who, stranger] = [await funded(), await funded()];
  const body = payment();
  const { id } = await asked(who, body);
  const code = await codeFor(id);
  const { token } = await approved(who, body);
  for (const thief of [await otherSession(who), stranger]) {
    expect((await ask(thief, 'GET', `approvals/${id}`)).status).toBe(404);
    expect((await prove(thief, id, { method: 'email', code })).status).toBe(404);
    expect((await ask(thief, 'POST', `approvals/${id}/code`)).status).toBe(404);
    expect((await ask(thief, 'DELETE', `approvals/${id}`)).status).toBe(404);
    expect(await send(thief, body, { 'X-Approval': token })).toMatchObject(invalid);
  }
  expect(await calls.fundsOf(who)).toEqual([5_000_00, 0]);
  expect((await send(who, body, { 'X-Approval': token })).status).toBe(201);
});

it('is of one address and method: the same body elsewhere is another call', async () => {
  const [who, other] = [await funded(), await newCustomer(bank.shellUrl)];
  await calls.enrol(who);
  await database.rows('DELETE FROM two_factor WHERE user_id = ?', [who.id]);
  const body = { ...payment(), recipient_id: other.id };
  const { token } = await approved(who, body);
  const header = { headers: { 'X-Approval': token }, body };
  expect(await ask(who, 'POST', 'paiement?page=1', header)).toMatchObject(invalid);
  const entry = { name: order.recipient_name, account: body.recipient_account };
  expect(await ask(who, 'POST', 'beneficiaries', { ...header, body: entry })).toMatchObject(invalid);
  expect((await ask(who, 'POST', 'paiement', header)).status).toBe(201);
});

it('is no longer worth anything once its session has ended', async () => {
  const who = await funded();
  const body = payment();
  const { token } = await approved(who, body);
  await calls.post(who, 'auth/logout', {});
  expect((await send(who, body, { 'X-Approval': token })).status).toBe(401);
  expect(await send(await otherSession(who), body, { 'X-Approval': token })).toMatchObject(invalid);
});

it('takes no made-up, repeated or empty token', async () => {
  const who = await funded();
  const body = payment();
  const { token } = await approved(who, body);
  for (const made of ['', 'x', token.slice(1), `${token}, ${token}`, 'A'.repeat(4_000)]) {
    expect(await send(who, body, { 'X-Approval': made })).toMatchObject(invalid);
  }
});

it('holds back every call of the list, and does nothing before', async () => {
  const who = await funded();
  const opened = await calls.post<{ id: number }>(who, 'accounts', { currency: 'USD' });
  // A virtual card has no PIN.
  const created = await calls.post<{ card: { id: number } }>(who, 'cards/create', { card_type: 'debit' });
  const card = `carte/${created.body.card.id}`;
  const profile = {
    firstName: 'Test',
    lastName: 'Client',
    email: who.email,
    phone: '',
    address: '1 rue',
    city: 'Paris',
    postalCode: '75011',
    country: 'France',
  };
  const phone = `+3363${String(9_000_000 + (who.id % 999_999))}`;
  const password = {
    currentPassword: newPassword,
    newPassword: 'another-long-one',
    confirmPassword: 'another-long-one',
  };
  const held: [method: string, path: string, body: unknown, action: string][] = [
    ['POST', 'paiement', payment(), 'payment'],
    ['POST', 'beneficiaries', { name: 'Anne Durand', account: newIban() }, 'beneficiary'],
    ['PUT', 'settings/profile', { ...profile, phone }, 'phone'],
    ['PUT', 'settings/profile', { ...profile, phone, email: `new-${who.email}` }, 'contact'],
    ['POST', 'settings/password', password, 'password'],
    ['PUT', 'settings/preferences', { ...defaultPreferences, transactionAlerts: false }, 'alerts'],
    ['POST', `${card}/reveal`, undefined, 'card_reveal'],
    ['POST', `${card}/pin`, { pin: '2580' }, 'card_pin'],
    ['POST', 'auth/passkeys/options', {}, 'factor_on'],
    ['POST', 'settings/data-exports', {}, 'data_export'],
    ['DELETE', `accounts/${opened.body.id}`, undefined, 'account_closed'],
    ['POST', 'settings/closing', { iban: newIban() }, 'relation_closed'],
  ];
  await ageSessions(database, who);
  const table = () => database.rows('SELECT * FROM users WHERE id = ?', [who.id]);
  const before = await table();
  for (const [method, path, body, action] of held) {
    const answer = await ask(who, method, path, { body });
    expect([path, answer.status, answer.body.approval.summary.action]).toEqual([path, 403, action]);
  }
  expect(await table()).toEqual(before);
  expect(
    (await call('DELETE', `${bank.shellUrl}/api/accounts/${opened.body.id}`, { token: who.token })).status,
  ).toBe(204);
});

it('knows nothing by a name that no contract allows, before it asks for an approval', async () => {
  const who = await newCustomer(bank.shellUrl);
  const paths = (id: string) => [`carte/${id}/reveal`, `carte/${id}/pin`, `carte/challenges/${id}/approve`];
  for (const path of ['abc', '1%00', '%F0%9F%98%80', "1'%20OR%201=1"].flatMap(paths)) {
    const answer = await ask(who, 'POST', path, { body: { pin: '2580' } });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
