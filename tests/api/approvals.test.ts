/** @jest-environment ./tests/support/bank-environment.ts */
import { Authenticator } from '../support/authenticator';
import { ageSessions, type SignedIn } from '../support/customers';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { approvalCalls } from './approval-fixture';
import type { MakingOptions } from './passkey-fixture';
import { statuses } from './people';

const { bank, database } = sharedBank();
const calls = approvalCalls(bank.shellUrl, database);
const { ask, send, asked, prove, codeFor, approved, payment } = calls;

describe('a call that needs an approval', () => {
  it('is refused with the demanded approval, and the person is mailed the amount and the payee', async () => {
    const who = await calls.customer(200);
    const order = payment(50.5);
    const { status, body } = await send(who, order);
    expect([status, body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    const { id, methods, summary, expires_at } = body.approval;
    const account = order.recipient_account;
    expect([methods, summary]).toEqual([
      ['email'],
      { action: 'payment', amount: 50.5, currency: 'EUR', payee: 'Anne Durand', account },
    ]);
    const minutes = (new Date(expires_at).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4.5);
    expect(minutes).toBeLessThanOrEqual(5);
    const code = await codeFor(id);
    const [mail] = await outboxOf(bank.dataDir, 'eml', `Confirmation n°\u00a0${id}`);
    expect(mail).toMatch(new RegExp(`payer 50,50\\s€ à Anne Durand \\(${account}\\)`));
    const state = await ask(who, 'GET', `approvals/${id}`);
    expect(state.body).toMatchObject({ id, status: 'asked', tries_left: 5, summary, methods });
    expect(JSON.stringify(state.body)).not.toContain(code);
    expect(await calls.fundsOf(who)).toEqual([200_00, 0]);
  });

  it('passes once with the token, and the same call again gets its stored answer', async () => {
    const who = await calls.customer(200);
    const order = payment();
    const key = { 'idempotency-key': `approved-${who.id}` };
    const { id, token } = await approved(who, order, key);
    expect((await ask(who, 'GET', `approvals/${id}`)).body).toMatchObject({ status: 'given' });
    const paid = await send(who, order, { ...key, 'X-Approval': token });
    expect(paid.status).toBe(201);
    expect(await send(who, order, { ...key, 'X-Approval': token })).toMatchObject({
      status: 201,
      body: paid.body,
    });
    expect(await send(who, order, key)).toMatchObject({ status: 201, body: paid.body });
    const other = { 'idempotency-key': `other-${who.id}`, 'X-Approval': token };
    expect(await send(who, order, other)).toMatchObject({ status: 403, body: { code: 'APPROVAL_INVALID' } });
    expect(await send(who, order, { 'X-Approval': token })).toMatchObject({ status: 403 });
    expect(await calls.fundsOf(who)).toEqual([200_00, 50_00]);
    expect(await calls.loggedOf(who)).toEqual(['approval.asked', 'approval.given']);
  });

  it('keeps its approval when the work fails, and is not asked for one when it would be refused', async () => {
    const who = await calls.customer(40);
    expect(await send(who, payment(5_000))).toMatchObject({ status: 422 });
    expect(await calls.loggedOf(who)).toEqual([]);
    const order = payment(45);
    const { token } = await approved(who, order);
    const freeze = (status: string) =>
      database.rows('UPDATE users SET status = ? WHERE id = ?', [status, who.id]);
    await freeze('inactive');
    expect((await send(who, order, { 'X-Approval': token })).status).toBe(401);
    await freeze('active');
    expect((await send(who, order, { 'X-Approval': token })).status).toBe(201);
  });

  it('ends after five wrong codes, also simultaneous ones, whatever comes then', async () => {
    const who = await calls.customer(200);
    const order = payment();
    const { id } = await asked(who, order);
    const right = await codeFor(id);
    const wrong = right === '000000' ? '000001' : '000000';
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => prove(who, id, { method: 'email', code: wrong })),
    );
    expect(statuses(tries)).toEqual({ 422: 4, 409: 4 });
    expect(await prove(who, id, { method: 'email', code: right })).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_OVER' },
    });
    expect((await ask(who, 'GET', `approvals/${id}`)).body).toMatchObject({ status: 'ended', tries_left: 0 });
    expect((await ask(who, 'POST', `approvals/${id}/code`)).status).toBe(409);
    expect((await calls.loggedOf(who)).at(-1)).toBe('approval.ended');
  });

  it('has wrong codes counted across approvals, which are refused for a while after ten', async () => {
    const who = await calls.customer(200);
    const tried = async () => {
      const { id } = await asked(who, payment());
      const wrong = (await codeFor(id)) === '000000' ? '000001' : '000000';
      const once = () => prove(who, id, { method: 'email', code: wrong });
      return statuses([await once(), await once(), await once(), await once(), await once()]);
    };
    expect([await tried(), await tried()]).toEqual([
      { 422: 4, 409: 1 },
      { 422: 4, 409: 1 },
    ]);
    const { id } = await asked(who, payment());
    const right = { method: 'email', code: await codeFor(id) };
    expect(await prove(who, id, right)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  });

  it('needs its proof and its call within five minutes', async () => {
    const who = await calls.customer(200);
    const late = (id: number) =>
      database.rows('UPDATE approvals SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [id]);
    const order = payment();
    const { id } = await asked(who, order);
    const code = await codeFor(id);
    await late(id);
    expect((await prove(who, id, { method: 'email', code })).status).toBe(409);
    const given = await approved(who, order);
    await late(given.id);
    expect((await ask(who, 'GET', `approvals/${given.id}`)).body).toMatchObject({ status: 'expired' });
    expect((await send(who, order, { 'X-Approval': given.token })).body.code).toBe('APPROVAL_INVALID');
  });

  it('can be refused, before and after it was given', async () => {
    const who = await calls.customer(200);
    const order = payment();
    const first = await asked(who, order);
    expect((await ask(who, 'DELETE', `approvals/${first.id}`)).status).toBe(204);
    expect((await ask(who, 'DELETE', `approvals/${first.id}`)).status).toBe(409);
    const code = await codeFor(first.id);
    expect((await prove(who, first.id, { method: 'email', code })).status).toBe(409);
    const { id, token } = await approved(who, order);
    expect((await ask(who, 'DELETE', `approvals/${id}`)).status).toBe(204);
    expect((await send(who, order, { 'X-Approval': token })).status).toBe(403);
    expect(await calls.loggedOf(who)).toContain('approval.declined');
  });

  it('sends another code on request, which replaces the first, a limited number of times an hour', async () => {
    const who = await calls.customer(200);
    const { id } = await asked(who, payment());
    const first = await codeFor(id);
    expect((await ask(who, 'POST', `approvals/${id}/code`)).status).toBe(204);
    const mails = () => outboxOf(bank.dataDir, 'eml', `Confirmation n°\u00a0${id}`);
    await until(async () => (await mails()).length === 2);
    await until(async () => (await codeFor(id)) !== first);
    const second = await codeFor(id);
    expect((await prove(who, id, { method: 'email', code: first })).status).toBe(422);
    await database.rows('UPDATE address_counts SET taken = 1000000 WHERE address = ?', [`user ${who.id}`]);
    expect((await ask(who, 'POST', `approvals/${id}/code`)).status).toBe(429);
    // Twice: no dialog asks for a code that nobody was sent.
    const [limited, key] = [payment(), { 'idempotency-key': `limited-${who.id}` }];
    for (let tries = 0; tries < 2; tries += 1) expect((await send(who, limited, key)).status).toBe(429);
    // Without its method a code is of the only one that the approval has, and an assertion of a passkey.
    expect((await prove(who, id, { assertion: {} })).body.code).toBe('INVALID_FIELDS');
    expect((await prove(who, id, {})).status).toBe(422);
    expect((await prove(who, id, { code: first })).status).toBe(422);
    expect((await prove(who, id, { code: second })).status).toBe(200);
  });

  it('sends one more code for a request that is repeated, unless the first sent none', async () => {
    const who = await calls.customer(200);
    const { id } = await asked(who, payment());
    await codeFor(id);
    const codes = async () =>
      String(
        (await database.rows('SELECT HEX(code_hash) AS hash FROM approvals WHERE id = ?', [id]))[0]?.hash,
      );
    const repeated = (key: string) =>
      ask(who, 'POST', `approvals/${id}/code`, { headers: { 'idempotency-key': `${key}-${who.id}` } });
    const first = await codes();
    expect(statuses(await Promise.all([repeated('code'), repeated('code')]))).toEqual({ 204: 2 });
    const second = await codes();
    expect(second).not.toBe(first);
    expect((await repeated('code')).status).toBe(204);
    expect(await codes()).toBe(second);
    const taken = (count: number) =>
      database.rows('UPDATE address_counts SET taken = ? WHERE address = ?', [count, `user ${who.id}`]);
    await taken(1_000_000);
    for (let tries = 0; tries < 2; tries += 1) expect((await repeated('limited')).status).toBe(429);
    await taken(0);
    expect((await repeated('limited')).status).toBe(204);
    expect(await codes()).not.toBe(second);
  });

  it('gets its code by text message where the number is verified, and only then', async () => {
    const who = await calls.customer(200);
    const number = `+336397${String(10_000 + (who.id % 90_000))}`;
    const verify = (at: Date | null) =>
      database.rows('UPDATE users SET phone = ?, phone_verified_at = ? WHERE id = ?', [number, at, who.id]);
    await verify(null);
    expect((await asked(who, payment())).methods).toEqual(['email']);
    await verify(new Date());
    const order = payment();
    const { id, methods } = await asked(who, order);
    expect(methods).toEqual(['sms']);
    await until(async () => bank.rail.telephones.textsTo(number).length > 0);
    const [message] = bank.rail.telephones.textsTo(number);
    expect(message?.text).toMatch(/pour payer 50,00\s€ à Anne Durand/);
    const code = /\d{6}/.exec(message?.text ?? '')?.[0];
    expect((await prove(who, id, { method: 'email', code })).status).toBe(422);
    expect((await prove(who, id, { method: 'sms', code })).status).toBe(200);
  });
});

describe('low payments', () => {
  const pay = (who: SignedIn, amount: number) => send(who, payment(amount));

  it('need none up to 30 each and 100 together, and begin again with each approval', async () => {
    const who = await calls.customer(1_000);
    expect((await pay(who, 30.01)).status).toBe(403);
    for (const amount of [30, 30, 30]) expect((await pay(who, amount)).status).toBe(201);
    expect((await pay(who, 10.01)).status).toBe(403);
    expect((await pay(who, 10)).status).toBe(201);
    const order = payment(0.01);
    const { token } = await approved(who, order);
    expect((await send(who, order, { 'X-Approval': token })).status).toBe(201);
    expect((await pay(who, 30)).status).toBe(201);
  });

  it('are counted exactly among twenty at once, refused ones excluded', async () => {
    const who = await calls.customer(200);
    const poor = await calls.customer(25);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(who, 10)));
    expect(statuses(answers)).toEqual({ 201: 10, 403: 10 });
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [poor.id]);
    const refused = await Promise.all(Array.from({ length: 20 }, () => pay(poor, 20)));
    expect(statuses(refused)).toEqual({ 201: 1, 422: 19 });
    const [row] = await database.rows('SELECT spent FROM low_value_payments WHERE user_id = ?', [poor.id]);
    expect(Number(row?.spent)).toBe(20_00);
  });

  it('count once for copies of one call', async () => {
    const who = await calls.customer(200);
    const order = payment(30);
    const key = { 'idempotency-key': `low-${who.id}` };
    const copies = await Promise.all(Array.from({ length: 10 }, () => send(who, order, key)));
    expect(statuses(copies)).toEqual({ 201: 10 });
    expect((await send(who, order, key)).status).toBe(201);
    const [row] = await database.rows('SELECT spent FROM low_value_payments WHERE user_id = ?', [who.id]);
    expect(Number(row?.spent)).toBe(30_00);
  });
});

describe('a payment to a trusted payee', () => {
  it('needs none, by entry or by IBAN, once the entry was approved; a series to it does', async () => {
    const who = await calls.customer(1_000);
    const { recipient_account: account, ...order } = payment(400);
    const entry = { name: 'Anne Durand', account };
    expect(await ask(who, 'POST', 'beneficiaries', { body: entry })).toMatchObject({
      status: 403,
      body: { approval: { summary: { action: 'beneficiary', payee: 'Anne Durand', account } } },
    });
    const added = await calls.post<{ id: number; trusted: boolean }>(who, 'beneficiaries', entry);
    expect(added).toMatchObject({ status: 201, body: { trusted: true } });
    const { id } = added.body;
    expect((await send(who, { ...order, recipient_account: account })).status).toBe(201);
    expect((await send(who, { ...order, beneficiary_id: id })).status).toBe(201);
    const first_run = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const series = { beneficiary_id: id, amount: 5, frequency: 'monthly', first_run };
    expect(await ask(who, 'POST', 'standing-orders', { body: series })).toMatchObject({
      status: 403,
      body: { approval: { summary: { action: 'standing_order', amount: 5, payee: 'Anne Durand', account } } },
    });
    await database.rows('UPDATE beneficiaries SET trusted = 0 WHERE id = ?', [id]);
    // What the person reads is where the money goes, whatever else the call names.
    expect(await send(who, { ...order, recipient_name: 'Anne Martin', beneficiary_id: id })).toMatchObject({
      status: 403,
      body: { approval: { summary: { action: 'payment', amount: 400, payee: 'Anne Durand', account } } },
    });
  });
});

describe('a person with an authenticator', () => {
  it('approves by its codes, not by recovery codes nor by message, transfers to customers included', async () => {
    const [who, other] = [await calls.customer(500), await calls.customer(0)];
    const transfer = (amount: number, token?: string) =>
      ask(who, 'POST', 'balance/transfer', {
        body: { recipient_id: other.id, amount },
        ...(token !== undefined && { headers: { 'X-Approval': token } }),
      });
    expect((await transfer(50)).status).toBe(201);
    const { fresh, recoveryCodes } = await calls.enrol(who);
    expect((await transfer(30)).status).toBe(201);
    const { status, body } = await transfer(50);
    expect([status, body.approval]).toMatchObject([
      403,
      { methods: ['totp'], summary: { action: 'transfer', amount: 50, payee: 'Test C.' } },
    ]);
    const { id } = body.approval;
    expect((await prove(who, id, { method: 'totp', code: recoveryCodes[0]?.slice(0, 19) })).status).toBe(422);
    expect((await prove(who, id, { method: 'email', code: '000000' })).status).toBe(422);
    const given = await prove(who, id, { code: await fresh() });
    expect(given.status).toBe(200);
    const twice = await Promise.all([1, 2].map(() => transfer(50, given.body.approval_token)));
    expect(statuses(twice)).toEqual({ 201: 1, 403: 1 });
    const low = await Promise.all(Array.from({ length: 20 }, () => transfer(10)));
    expect(statuses(low)).toEqual({ 201: 10, 403: 10 });
    expect(await calls.fundsOf(other)).toEqual([230_00, 0]);
    const [left] = await database.rows('SELECT COUNT(*) AS n FROM recovery_codes WHERE user_id = ?', [
      who.id,
    ]);
    expect(Number(left?.n)).toBe(10);
  });

  it('has each wrong code counted, also the last try of an approval at which passkeys were tried', async () => {
    const who = await calls.customer(500);
    const { fresh } = await calls.enrol(who);
    await addPasskey(who, await fresh());
    const guess = async () => {
      const { id } = await asked(who, payment());
      for (let wrong = 0; wrong < 4; wrong += 1) {
        expect((await prove(who, id, { method: 'passkey', assertion: {} })).status).toBe(422);
      }
      return (await prove(who, id, { method: 'totp', code: '000000' })).status;
    };
    const guesses: number[] = [];
    while (guesses.length < 12 && !guesses.includes(429)) guesses.push(await guess());
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
    expect(await calls.loggedOf(who)).toContain('approval.ended');
  });

  /** Adds a passkey to a person with an authenticator application, whose code approves it. */
  async function addPasskey(who: SignedIn, code: string) {
    const authenticator = new Authenticator(bank.shellUrl);
    const route = 'auth/passkeys/options';
    await ageSessions(database, who);
    const { id } = (await ask(who, 'POST', route, { body: {} })).body.approval;
    const { approval_token } = (await prove(who, id, { method: 'totp', code })).body;
    const headers = { 'X-Approval': approval_token };
    const { body } = await ask<MakingOptions>(who, 'POST', route, { body: {}, headers });
    const made = { ...authenticator.make(body), name: 'Ma clé' };
    expect((await ask(who, 'POST', 'auth/passkeys/verify', { body: made })).status).toBe(200);
  }
});
