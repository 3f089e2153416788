/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { staffCalls } from '../support/staff';
import { callsFrom, somebody, statuses } from './people';

interface Managed {
  id: number;
  email: string;
  username: string;
  status: string;
  role: string;
  balance: number;
  code?: string;
  fields?: Record<string, string>;
}

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
const ask = (method: string, route: string, body?: unknown, headers: Record<string, string> = {}) =>
  call<Managed>(method, `${bank.shellUrl}/api/admin/users${route}`, { token: admin.token, body, headers });

function written(changes: Record<string, unknown> = {}): Record<string, unknown> & { email: string } {
  const { username, email, first_name, last_name } = somebody();
  const person = { username, email, first_name, last_name, phone: '+33 6 39 98 10 09' };
  return {
    ...person,
    role: 'user',
    status: 'active',
    kyc_status: 'pending',
    ...changes,
    email: String(changes.email ?? email),
  };
}

async function created(
  changes: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: number; email: string }> {
  const person = written({ password: 'long-enough-for-a-test', ...changes });
  const { status, body } = await ask('POST', '', person);
  expect(status).toBe(201);
  return { ...person, id: body.id };
}

const adjustments = (id: number) =>
  database.rows(
    `SELECT e.amount, t.description FROM entries e JOIN transfers t ON t.id = e.transfer_id
     JOIN accounts a ON a.id = e.account_id WHERE a.user_id = ? AND t.kind = 'adjustment' ORDER BY e.id`,
    [id],
  );

describe('adding a person', () => {
  it('refuses half of a character, which no other program could read', async () => {
    const { status, body } = await ask('POST', '', written({ first_name: 'Zo\ud83d' }));
    expect([status, body.fields]).toEqual([422, { first_name: 'Cette valeur n’est pas valable.' }]);
  });

  it('creates a user who can sign in, with a balance from an adjustment', async () => {
    const person = await created({ balance: 150.25, kyc_status: 'approved' });
    expect((await callsFrom(bank.shellUrl).signIn(person.email)).status).toBe(200);
    expect(await adjustments(person.id)).toMatchObject([{ amount: '15025' }]);
    const [sum] = await database.rows('SELECT SUM(balance) AS sum FROM accounts');
    expect(Number(sum?.sum)).toBe(0);
  });

  it('requires only an e-mail and a name, and creates an active customer by default', async () => {
    const { email, first_name, last_name } = written();
    const answer = await ask('POST', '', { email, first_name, last_name, role: '', phone: '' });
    expect(answer).toMatchObject({
      status: 201,
      body: { role: 'user', status: 'active', kyc_status: 'pending', balance: 0 },
    });
  });

  it('happens once under one key, and not with a taken e-mail', async () => {
    const person = written();
    const headers = { 'idempotency-key': 'user-once' };
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '', person, headers)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await ask('POST', '', written({ email: person.email }))).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
  });

  it('derives a missing username from the e-mail, and keeps it in later changes', async () => {
    const stem = `zoe.${written().email.slice(0, 8)}`;
    const names = [];
    for (const host of ['a.example', 'b.example']) {
      const { username: _none, ...person } = written({ email: `${stem}@${host}` });
      const { status, body } = await ask('POST', '', person);
      expect(status).toBe(201);
      names.push(body.username);
      const changed = await ask('PUT', `/${body.id}`, { ...person, username: '', last_name: 'Roy' });
      expect(changed).toMatchObject({ status: 200, body: { username: body.username, last_name: 'Roy' } });
    }
    expect(names).toEqual([stem, `${stem}2`]);
  });
});

describe('changing a person', () => {
  it('leaves an absent balance and a blank password unchanged', async () => {
    const { password, balance: _balance, id, ...rest } = await created({ balance: 20 });
    const { status, body } = await ask('PUT', `/${id}`, { ...rest, last_name: 'Roy', password: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ last_name: 'Roy', balance: 20 });
    expect((await callsFrom(bank.shellUrl).signIn(rest.email, String(password))).status).toBe(200);
    expect(await adjustments(id)).toHaveLength(1);
  });

  it('needs the e-mail and the names only, and leaves role and status as they are', async () => {
    const { email, first_name, last_name, id } = await created({ kyc_status: 'approved' });
    await ask('POST', `/${id}/activate`, { status: 'inactive' });
    const { status, body } = await ask('PUT', `/${id}`, { email, first_name, last_name, role: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: 'user', status: 'inactive', kyc_status: 'approved', phone: null });
    const { role: _role, status: _status, ...own } = (await ask('GET', `/${admin.id}`)).body;
    expect(await ask('PUT', `/${admin.id}`, own)).toMatchObject({ status: 200, body: { role: 'admin' } });
  });

  it('sets a balance by an adjustment, with the reason where one is given', async () => {
    const { password: _password, id, ...person } = await created({ balance: 20 });
    expect(await ask('PUT', `/${id}`, { ...person, balance: 20 })).toMatchObject({ status: 200 });
    const { body } = await ask('PUT', `/${id}`, { ...person, balance: 5, reason: 'Erreur de caisse' });
    expect(body.balance).toBe(5);
    expect((await adjustments(id))[1]).toEqual({
      amount: '-1500',
      description: 'Ajustement de solde : Erreur de caisse',
    });
    expect(await ask('PUT', `/${id}`, { ...person, balance: 6 })).toMatchObject({ status: 200 });
    expect((await adjustments(id))[2]).toEqual({
      amount: '100',
      description: 'Ajustement de solde : Solde modifié',
    });
    expect(await ask('PUT', `/${id}`, { ...person, balance: -501, reason: 'r' })).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_FUNDS' },
    });
  });

  it('ends the sessions of a person with a new password or without access', async () => {
    const { id, ...person } = await created();
    const own = callsFrom(bank.shellUrl);
    const { body } = await own.signIn(person.email);
    await ask('PUT', `/${id}`, { ...person, password: 'another-long-enough' });
    expect(await own.me(body.access_token)).toBe(401);
    const next = await own.signIn(person.email, 'another-long-enough');
    expect(await ask('POST', `/${id}/activate`, { status: 'inactive' })).toMatchObject({
      status: 200,
      body: { status: 'inactive' },
    });
    expect(await own.me(next.body.access_token)).toBe(401);
    expect((await own.signIn(person.email, 'another-long-enough')).status).toBe(401);
  });

  it('notifies a person of another telephone number, and ends their sessions when it replaces one', async () => {
    const { id, ...person } = await created({ phone: '' });
    const own = callsFrom(bank.shellUrl);
    const { body } = await own.signIn(person.email);
    const change = async (phone: string) => {
      expect((await ask('PUT', `/${id}`, { ...person, password: '', phone })).status).toBe(200);
      const sql = 'SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id';
      const keys = (await database.rows(sql, [id])).map((row) => row.text_key);
      return [keys.filter((key) => String(key).startsWith('phone_')), await own.me(body.access_token)];
    };
    expect(await change('+33 6 39 98 10 44')).toEqual([['phone_added'], 200]);
    expect(await change('+33 6 39 98 10 44')).toEqual([['phone_added'], 200]);
    expect(await change('+33 6 39 98 10 45')).toEqual([['phone_added', 'phone_changed'], 401]);
  });

  it('deactivates a person once, however many ask', async () => {
    const { id } = await created();
    const off = () => ask('POST', `/${id}/activate`, { status: 'inactive' });
    expect(statuses(await Promise.all([off(), off(), off()]))).toEqual({ 200: 3 });
    const sql = `SELECT 1 FROM audit_log WHERE action = 'user.activated' AND JSON_VALUE(params, '$.id') = ?`;
    expect(await database.rows(sql, [id])).toHaveLength(1);
  });

  it('is refused for unknown users, and to callers without the permission', async () => {
    expect((await ask('PUT', '/999999', written())).status).toBe(404);
    const { token } = await newCustomer(bank.shellUrl);
    const refused = await call('POST', `${bank.shellUrl}/api/admin/users`, { token, body: written() });
    expect(refused.status).toBe(403);
  });
});

describe('deleting a person', () => {
  it('frees the e-mail and hides the person', async () => {
    const { id, email } = await created();
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `/${id}`)).status).toBe(404);
    expect((await callsFrom(bank.shellUrl).signIn(email)).status).toBe(401);
    await created({ email });
  });

  it('happens once, however many ask at the same moment', async () => {
    const { id } = await created();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('DELETE', `/${id}`)));
    expect(statuses(answers)).toEqual({ 204: 1, 404: 5 });
    expect(await database.rows('SELECT user_id FROM ended_relations WHERE user_id = ?', [id])).toHaveLength(
      1,
    );
  });

  it('is refused while the account holds money, for oneself, and for the last administrator', async () => {
    const { id } = await created({ balance: 1 });
    const others = await database.rows(`SELECT id FROM users WHERE role = 'admin' AND id <> ?`, [admin.id]);
    await database.rows(`UPDATE users SET role = 'user' WHERE id <> ?`, [admin.id]);
    try {
      expect(await ask('DELETE', `/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'ACCOUNT_NOT_EMPTY' },
      });
      expect(await ask('DELETE', `/${admin.id}`)).toMatchObject({ status: 409, body: { code: 'OWN_USER' } });
      expect(await ask('POST', `/${admin.id}/activate`, { status: 'inactive' })).toMatchObject({
        status: 409,
        body: { code: 'LAST_ADMINISTRATOR' },
      });
      const demoted = written({ role: 'user' });
      expect(await ask('PUT', `/${admin.id}`, demoted)).toMatchObject({
        body: { code: 'LAST_ADMINISTRATOR' },
      });
    } finally {
      // Other tests share the bank and its administrators.
      for (const other of others)
        await database.rows(`UPDATE users SET role = 'admin' WHERE id = ?`, [other.id]);
    }
  });
});

it('changes the limits of an account, with a reason', async () => {
  const { id } = await created();
  const limits = { transfer_limit: 25_000, withdrawal_limit: 0, card_limit: 5_000.5 };
  expect((await ask('PUT', `/${id}/limits`, limits)).status).toBe(400);
  const lower = { ...limits, transfer_limit: 9_000, reason: 'Achat immobilier' };
  const { status, body } = await ask('PUT', `/${id}/limits`, lower);
  expect({ status, body }).toEqual({ status: 200, body: { ...limits, transfer_limit: 9_000 } });
  const staff = staffCalls(bank.shellUrl, database);
  const raised = { ...limits, reason: 'Achat immobilier' };
  await staff.approved(await staff.ask(admin, 'PUT', `users/${id}/limits`, raised));
  const [row] = await database.rows('SELECT transfer_limit, card_limit FROM accounts WHERE user_id = ?', [
    id,
  ]);
  expect(row).toEqual({ transfer_limit: '2500000', card_limit: '500050' });
});

it('refuses limits and balances that are none, and names what is wrong with each', async () => {
  const { id } = await created();
  const limits = { transfer_limit: 9_000, withdrawal_limit: 0, card_limit: 0, reason: 'Essai' };
  const refused = async (changed: object) => {
    const { status, body } = await ask('PUT', `/${id}/limits`, { ...limits, ...changed });
    return [status, body.fields];
  };
  expect(await refused({ card_limit: undefined })).toEqual([
    400,
    { card_limit: 'Ce champ est obligatoire.' },
  ]);
  expect(await refused({ card_limit: '5' })).toEqual([
    400,
    { card_limit: 'Cette valeur n’est pas du bon type.' },
  ]);
  expect(await refused({ card_limit: -1 })).toEqual([422, { card_limit: 'Cette valeur est trop petite.' }]);
  expect(await refused({ card_limit: 0.001 })).toEqual([422, { card_limit: 'Deux décimales au plus.' }]);
  const huge = await ask('POST', '', written({ balance: 1e15 }));
  expect(huge).toMatchObject({ status: 422, body: { fields: { balance: 'Ce montant dépasse la limite.' } } });
});

describe('what a colleague changed after it was read', () => {
  const seenOf = async (id: number) => {
    const { body } = await ask('GET', `/${id}`);
    const { email, first_name, last_name, username, phone, role, status, kyc_status, balance } =
      body as Managed & Record<string, unknown>;
    return { email, first_name, last_name, username, phone, role, status, kyc_status, balance };
  };

  it('stays, unless the same was changed', async () => {
    const { id } = await created();
    const seen = await seenOf(id);
    expect((await ask('POST', `/${id}/activate`, { status: 'inactive' })).status).toBe(200);
    const phone = '+33 6 39 98 10 77';
    const other = await ask('PUT', `/${id}`, { ...seen, balance: undefined, phone, seen });
    expect(other).toMatchObject({ status: 200, body: { status: 'inactive', phone } });
    const same = await ask('PUT', `/${id}`, {
      ...seen,
      balance: undefined,
      phone: '+33 6 39 98 10 78',
      seen,
    });
    expect(same).toMatchObject({ status: 409, body: { code: 'USER_CHANGED' } });
    expect(Object.keys(same.body.fields ?? {})).toEqual(['phone']);
    expect(await seenOf(id)).toMatchObject({ status: 'inactive', phone });
  });

  it('is refused with the name of the colleague who changed the field last, and of nobody else', async () => {
    const colleague = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
    await promote(database, colleague);
    const { id } = await created();
    const seen = await seenOf(id);
    const save = ({ token }: SignedIn, changes: object) =>
      call<Managed & { error: string }>('PUT', `${bank.shellUrl}/api/admin/users/${id}`, {
        token,
        body: { ...seen, balance: undefined, ...changes, seen },
      });
    expect((await save(colleague, { phone: '+33 6 39 98 10 77' })).status).toBe(200);
    // Of another field, later.
    expect((await save(admin, { last_name: 'Autre' })).status).toBe(200);
    const { status, body } = await save(admin, { phone: '+33 6 39 98 10 78' });
    const named = /^Camille Duval a changé cela/;
    expect([status, body.code, body.error, body.fields]).toEqual([
      409,
      'USER_CHANGED',
      expect.stringMatching(named),
      { phone: expect.stringMatching(named) as string },
    ]);
    // Who changed it themselves, and a person who did so since.
    const unnamed = /^Un collègue a changé cela/;
    expect((await save(colleague, { phone: '+33 6 39 98 10 79' })).body.error).toMatch(unnamed);
    await database.rows(
      `INSERT INTO audit_log (created_at, user_id, action, type, text) VALUES (UTC_TIMESTAMP(3), ?, 'phone.changed', 'warning', '')`,
      [id],
    );
    expect((await save(admin, { phone: '+33 6 39 98 10 80' })).body.error).toMatch(unnamed);
  });

  it('of a balance is no other adjustment than the one that was shown', async () => {
    const { id } = await created({ balance: 100 });
    const seen = await seenOf(id);
    const to = (balance: number) => ask('PUT', `/${id}`, { ...seen, balance, reason: 'Geste', seen });
    expect(await to(150)).toMatchObject({ status: 200, body: { balance: 150 } });
    const late = await to(130);
    expect(late).toMatchObject({ status: 409, body: { code: 'USER_CHANGED' } });
    expect(Object.keys(late.body.fields ?? {})).toEqual(['balance']);
    expect(await to(100)).toMatchObject({ status: 200, body: { balance: 150 } });
    expect((await seenOf(id)).balance).toBe(150);
  });

  it('stays among the limits of an account, too', async () => {
    const { id } = await created();
    const seen = { transfer_limit: 9_000, withdrawal_limit: 500, card_limit: 5_000 };
    const limits = (changes: object) => ask('PUT', `/${id}/limits`, { ...seen, reason: 'Essai', ...changes });
    expect((await limits({})).status).toBe(200);
    expect((await limits({ card_limit: 0 })).status).toBe(200);
    const other = await limits({ transfer_limit: 8_000, seen });
    expect(other).toMatchObject({ status: 200, body: { transfer_limit: 8_000, card_limit: 0 } });
    expect(await limits({ card_limit: 100, seen })).toMatchObject({
      status: 409,
      body: { code: 'USER_CHANGED' },
    });
    const colleague = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
    await promote(database, colleague);
    const late = await call('PUT', `${bank.shellUrl}/api/admin/users/${id}/limits`, {
      token: colleague.token,
      body: { ...seen, card_limit: 100, reason: 'Essai', seen },
    });
    expect(late.body).toMatchObject({ error: expect.stringMatching(/^Test Client a changé cela/) as string });
  });
});
