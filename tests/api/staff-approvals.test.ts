import { startBank, type Bank } from '../support/bank';
import {
  connectTo,
  newCustomer,
  newPassword,
  type NewCustomer,
  type TestConnection,
} from '../support/customers';
import { call } from '../support/http';
import { outboxOf, untilThereAre } from '../support/outbox';
import { proof, staffCalls, type Asked } from '../support/staff';
import { paymentCalls } from './payment-fixture';
import { callsFrom, somebody } from './people';

let bank: Bank;
let database: TestConnection;
let staff: ReturnType<typeof staffCalls>;
let payments: ReturnType<typeof paymentCalls>;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1', CALLS_PER_MINUTE: '100000' } });
  database = await connectTo(bank.migrationUrl);
  staff = staffCalls(bank.shellUrl, database);
  payments = paymentCalls(bank.shellUrl, database);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const customer = () => newCustomer(bank.shellUrl);
const names = { first_name: 'Test', last_name: 'Client' };

/** What the form sends of a person as they are, with changes. */
const written = ({ email, username }: Pick<NewCustomer, 'email' | 'username'>, changes: object = {}) => ({
  ...{ email, username, ...names, phone: '', role: 'user', status: 'active', kyc_status: 'pending' },
  ...changes,
});
const newPerson = (changes: object = {}) => {
  const { password: _none, ...person } = somebody();
  return { ...written(person), ...person, ...changes };
};
const limits = (transfer_limit: number) => ({
  ...{ transfer_limit, withdrawal_limit: 1_000, card_limit: 3_000, reason: 'Demande' },
});
const balanceOf = async ({ id }: { id: number }) =>
  Number((await database.rows('SELECT balance FROM accounts WHERE user_id = ?', [id]))[0]?.balance) / 100;
const limitOf = async ({ id }: { id: number }) =>
  Number(
    (await database.rows('SELECT transfer_limit FROM accounts WHERE user_id = ?', [id]))[0]?.transfer_limit,
  ) / 100;
const personOf = async ({ id }: { id: number }) =>
  (
    await database.rows('SELECT email, role, status, kyc_status, password_hash FROM users WHERE id = ?', [id])
  )[0];
const signIn = (identifier: string, password = newPassword) =>
  callsFrom(bank.shellUrl).signIn(identifier, password);
const waits = { status: 202, body: { success: true, awaiting: 'second_approval' } };
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('one administrator alone', () => {
  it('cannot move 250 000 out: every step waits for somebody who is not of their making', async () => {
    const [attacker, mule] = [await staff.administrator(), await customer()];
    const raised = await staff.ask(attacker, 'PUT', `users/${mule.id}/limits`, {
      ...limits(250_000),
      ...proof,
    });
    expect(raised).toMatchObject(waits);
    const fed = await staff.ask(attacker, 'PUT', `users/${mule.id}`, {
      ...written(mule, { balance: 250_000, reason: 'Versement' }),
      ...proof,
    });
    expect(fed).toMatchObject(waits);
    expect([await balanceOf(mule), await limitOf(mule)]).toEqual([0, 10_000]);
    for (const { body } of [raised, fed]) {
      expect(await staff.approve(attacker, body.approval?.id)).toMatchObject(
        refused(403, 'SECOND_APPROVER_REQUIRED'),
      );
    }

    const accomplice = newPerson({ role: 'admin', password: newPassword });
    const made = await staff.ask(attacker, 'POST', 'users', { ...accomplice, ...proof });
    expect(made).toMatchObject(waits);
    expect((await signIn(accomplice.email)).status).toBe(401);
    expect(await staff.approve(attacker, made.body.approval?.id)).toMatchObject(
      refused(403, 'SECOND_APPROVER_REQUIRED'),
    );
    const promoted = await staff.ask(attacker, 'PUT', `users/${mule.id}`, {
      ...written(mule, { role: 'admin', password: 'known-to-the-attacker' }),
      ...proof,
    });
    expect(promoted).toMatchObject(waits);
    expect((await personOf(mule))?.role).toBe('user');
    expect(await staff.approve(mule, raised.body.approval?.id)).toMatchObject(refused(403, 'FORBIDDEN'));

    const colleague = await staff.administrator();
    const taken = await staff.ask(attacker, 'PUT', `users/${colleague.id}`, {
      ...written(colleague, { role: 'admin', password: 'known-to-the-attacker' }),
      ...proof,
    });
    expect(taken).toMatchObject({ status: 200, body: { password_link_sent: true } });
    expect((await signIn(colleague.email, 'known-to-the-attacker')).status).toBe(401);
    expect((await signIn(colleague.email)).status).toBe(200);
    const moved = await staff.ask(attacker, 'PUT', `users/${colleague.id}`, {
      ...written(colleague, { role: 'admin', email: `attackers-${colleague.email}` }),
      ...proof,
    });
    expect(moved).toMatchObject(waits);
    expect((await personOf(colleague))?.email).toBe(colleague.email);
    expect(await staff.approve(colleague, moved.body.approval?.id)).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    // Whose access the attacker restored is not another person's eyes, now or later.
    for (const hours of [0, 1_000]) {
      await staff.age(colleague, hours);
      expect(await staff.approve(colleague, raised.body.approval?.id)).toMatchObject(
        refused(403, 'APPROVER_TOO_NEW'),
      );
    }
    expect([await balanceOf(mule), await limitOf(mule)]).toEqual([0, 10_000]);
  });

  it('gives no second approval of a payment through an administrator of their making, either way round', async () => {
    const attacker = await payments.protectedAdministrator();
    const puppet = await payments.protectedAdministrator();
    const [honest, payer] = [
      await payments.protectedAdministrator(),
      await payments.customer(30_000, 50_000),
    ];
    const note = (user: number, by: number, hours: number) =>
      database.rows(
        `INSERT INTO authority_changes (user_id, changed_by, act, created_at)
         VALUES (?, ?, 'created', UTC_TIMESTAMP(3) - INTERVAL ? HOUR)`,
        [user, by, hours],
      );
    await note(puppet.id, attacker.id, 1_000);
    for (const [first, second] of [
      [attacker, puppet],
      [puppet, attacker],
    ] as const) {
      const paid = await payments.pay(payer, { amount: 12_000 });
      expect(await payments.validate(first, paid, await first.freshCode())).toMatchObject(waits);
      expect(await payments.validate(second, paid, await second.freshCode())).toMatchObject(
        refused(403, 'APPROVER_TOO_NEW'),
      );
      if (first === attacker) await payments.reject(honest, paid);
      else {
        expect((await payments.validate(honest, paid, await honest.freshCode())).status).toBe(200);
      }
    }
    expect(await payments.fundsOf(payer)).toEqual([1_800_000, 0]);
  });

  it('is nobody’s second within 24 hours of being let in, and is after', async () => {
    const [requester, other] = [await staff.administrator(), await staff.administrator()];
    const promotion = await staff.ask(requester, 'POST', 'users', {
      ...newPerson({ role: 'admin' }),
      ...proof,
    });
    await staff.approved(promotion);
    const [made] = await database.rows(`SELECT id FROM users ORDER BY id DESC LIMIT 1`);
    const freshId = Number(made?.id);
    expect(await database.rows('SELECT role FROM users WHERE id = ?', [freshId])).toEqual([
      { role: 'admin' },
    ]);
    const fresh = await staff.administrator();
    await database.rows('UPDATE authority_changes SET user_id = ? WHERE user_id = ?', [fresh.id, freshId]);
    const target = await customer();
    const asked = await staff.ask(other, 'PUT', `users/${target.id}/limits`, { ...limits(20_000), ...proof });
    await staff.age(fresh, 23);
    expect(await staff.approve(fresh, asked.body.approval?.id)).toMatchObject(
      refused(403, 'APPROVER_TOO_NEW'),
    );
    await staff.age(fresh, 2);
    const own = await staff.ask(requester, 'PUT', `users/${target.id}/limits`, {
      ...limits(30_000),
      ...proof,
    });
    expect(await staff.approve(fresh, own.body.approval?.id)).toMatchObject(refused(403, 'APPROVER_TOO_NEW'));
    expect(await staff.approve(fresh, asked.body.approval?.id)).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    });
    expect(await limitOf(target)).toBe(20_000);
  });

  it('moves no more in ten parts than in one, to one account or to several', async () => {
    const [administrator, target] = [await staff.administrator(), await customer()];
    const bring = (who: NewCustomer, balance: number, by = administrator, sent: object = {}) =>
      staff.ask(by, 'PUT', `users/${who.id}`, written(who, { balance, reason: 'Part', ...sent }));
    for (const balance of [3_000, 6_000, 9_000]) expect((await bring(target, balance)).status).toBe(200);
    expect(await bring(target, 12_000)).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect(await bring(target, 12_000, administrator, proof)).toMatchObject(waits);
    // Nor by taking away what was given, nor to another account, nor from another administrator.
    expect(await bring(target, 0, administrator, proof)).toMatchObject(waits);
    expect(await bring(await customer(), 3_000, administrator, proof)).toMatchObject(waits);
    expect(await bring(target, 12_000, await staff.administrator(), proof)).toMatchObject(waits);
    expect(
      await staff.ask(administrator, 'POST', 'users', newPerson({ balance: 5_000, ...proof })),
    ).toMatchObject(waits);
    expect((await bring(target, 10_000)).status).toBe(200);
    expect(await balanceOf(target)).toBe(10_000);
    await database.rows(
      'UPDATE balance_adjustments SET created_at = created_at - INTERVAL 25 HOUR WHERE administrator_id = ?',
      [administrator.id],
    );
    expect((await bring(target, 11_000)).status).toBe(200);
  });

  it('moves no more in parts that race each other', async () => {
    const administrator = await staff.administrator();
    const targets = await Promise.all(Array.from({ length: 6 }, customer));
    const answers = await Promise.all(
      targets.map((target) =>
        staff.ask(administrator, 'PUT', `users/${target.id}`, {
          ...written(target, { balance: 4_000, reason: 'Part' }),
          ...proof,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202, 202, 202]);
  });
});

describe('of oneself an administrator', () => {
  it('changes no balance, limit, role, verification or state', async () => {
    const me = await staff.administrator();
    await staff.administrator();
    const own = written(me, { role: 'admin' });
    for (const change of [
      { role: 'user' },
      { status: 'inactive' },
      { kyc_status: 'approved' },
      { balance: 5, reason: 'Prime' },
      { email: `other-${me.email}` },
      { password: 'another-long-enough' },
    ]) {
      const answer = await staff.ask(me, 'PUT', `users/${me.id}`, { ...own, ...change, ...proof });
      expect([change, answer]).toMatchObject([change, refused(403, 'OWN_USER_CHANGE')]);
    }
    expect(await staff.ask(me, 'PUT', `users/${me.id}/limits`, { ...limits(9_000), ...proof })).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    expect(await staff.ask(me, 'POST', `users/${me.id}/activate`, { status: 'inactive' })).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    expect(await personOf(me)).toMatchObject({ role: 'admin', status: 'active', kyc_status: 'pending' });
    expect([await balanceOf(me), await limitOf(me)]).toEqual([0, 10_000]);
  });

  it('changes the name as before', async () => {
    const me = await staff.administrator();
    const named = { ...written(me, { role: 'admin', balance: 0 }), last_name: 'Roy' };
    expect(await staff.ask(me, 'PUT', `users/${me.id}`, named)).toMatchObject({
      status: 200,
      body: { last_name: 'Roy' },
    });
  });
});

describe('what waits', () => {
  it('asks for a proof, and is asked for once under one key', async () => {
    const [administrator, target] = [await payments.protectedAdministrator(), await customer()];
    const key = 'raise-once';
    const raise = (sent: object) =>
      call<Asked>('PUT', `${bank.shellUrl}/api/admin/users/${target.id}/limits`, {
        ...{ token: administrator.token, headers: { 'idempotency-key': key } },
        body: { ...limits(40_000), ...sent },
      });
    expect(await raise({})).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect(await raise({ currentPassword: 'not-my-password' })).toMatchObject(refused(422, 'PASSWORD_WRONG'));
    const code = await administrator.freshCode();
    const first = await raise({ code });
    expect(first).toMatchObject(waits);
    // The code is spent; the same call still has the same answer, whatever it is proved by.
    for (const sent of [{ code }, proof, {}])
      expect(await raise(sent)).toMatchObject({ ...waits, body: first.body });
    expect(await raise({ transfer_limit: 41_000 })).toMatchObject(refused(422, 'IDEMPOTENCY_KEY_REUSED'));
    const second = await staff.administrator();
    const id = first.body.approval?.id;
    expect(await staff.approve(second, id, {})).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect(await staff.refuse(second, id, { reason: 'Non' })).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect(await staff.refuse(second, id)).toMatchObject({ status: 200, body: { status: 'refused' } });
    expect(await staff.approve(second, id)).toMatchObject(refused(409, 'APPROVAL_NOT_PENDING'));
  });

  it('is applied as a whole, with a link in place of a password', async () => {
    const [requester, approver, target] = [
      await staff.administrator(),
      await staff.administrator(),
      await customer(),
    ];
    const change = {
      balance: 30_000,
      reason: 'Héritage',
      last_name: 'Roy',
      password: 'violet-kettle-not-kept',
    };
    const asked = await staff.ask(requester, 'PUT', `users/${target.id}`, {
      ...written(target, change),
      ...proof,
    });
    expect(asked.body.approval?.changes).toEqual([
      { field: 'last_name', from: 'Client', to: 'Roy' },
      { field: 'balance', from: 0, to: 30_000 },
    ]);
    expect(await database.rows('SELECT last_name FROM users WHERE id = ?', [target.id])).toEqual([
      { last_name: 'Client' },
    ]);
    const stored = await database.rows('SELECT * FROM staff_approvals');
    expect(JSON.stringify(stored)).not.toContain('violet-kettle-not-kept');
    expect((await staff.approve(approver, asked.body.approval?.id)).status).toBe(200);
    expect(await balanceOf(target)).toBe(30_000);
    const [transfer] = await database.rows(
      `SELECT created_by, description FROM transfers WHERE kind = 'adjustment' ORDER BY id DESC LIMIT 1`,
    );
    expect(transfer).toEqual({ created_by: requester.id, description: 'Ajustement de solde : Héritage' });
    const links = () => outboxOf(bank.dataDir, 'eml', target.email);
    const [mail = ''] = await untilThereAre(1, links);
    expect(mail).toContain('token=');
    expect((await signIn(target.email, 'violet-kettle-not-kept')).status).toBe(401);
    const told = await callsFrom(bank.shellUrl).get<{ notifications: { message: string }[] }>(
      'notifications',
      requester.token,
    );
    expect(told.body.notifications[0]?.message).toContain('a validé votre demande');
    const lines = await database.rows(`SELECT action, user_id FROM audit_log WHERE action LIKE 'approval.%'`);
    expect(lines).toContainEqual({ action: 'approval.requested', user_id: requester.id });
    expect(lines).toContainEqual({ action: 'approval.approved', user_id: approver.id });
  });

  it('is applied once, whoever approves at the same time', async () => {
    const [requester, target] = [await staff.administrator(), await customer()];
    const asked = await staff.ask(requester, 'PUT', `users/${target.id}`, {
      ...written(target, { balance: 20_000, reason: 'Prime' }),
      ...proof,
    });
    const approvers = await Promise.all([1, 2, 3, 4].map(() => staff.administrator()));
    const answers = await Promise.all(approvers.map((who) => staff.approve(who, asked.body.approval?.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await balanceOf(target)).toBe(20_000);
  });

  it('is not applied to what has changed since, and not for who is no administrator any more', async () => {
    const [requester, approver, target] = [
      await staff.administrator(),
      await staff.administrator(),
      await customer(),
    ];
    const ask = (change: object) =>
      staff.ask(requester, 'PUT', `users/${target.id}`, { ...written(target, change), ...proof });
    const balance = await ask({ balance: 20_000, reason: 'Prime' });
    const promotion = await ask({ role: 'admin' });
    await callsFrom(bank.shellUrl).post('balance/update', { amount: 5, type: 'add' }, target.token);
    const outdated = refused(409, 'APPROVAL_OUTDATED');
    expect(await staff.approve(approver, balance.body.approval?.id)).toMatchObject(outdated);
    expect(await balanceOf(target)).toBe(5);
    // The role is as it was, but whoever has it would now read their mail at the requester's.
    await staff.ask(
      requester,
      'PUT',
      `users/${target.id}`,
      written(target, { email: `mine-${target.email}` }),
    );
    expect(await staff.approve(approver, promotion.body.approval?.id)).toMatchObject(outdated);
    expect(await personOf(target)).toMatchObject({ role: 'user' });
    const limit = await staff.ask(requester, 'PUT', `users/${target.id}/limits`, {
      ...limits(20_000),
      ...proof,
    });
    await database.rows(`UPDATE users SET role = 'user' WHERE id = ?`, [requester.id]);
    expect(await staff.approve(approver, limit.body.approval?.id)).toMatchObject(outdated);
    expect(await limitOf(target)).toBe(10_000);
  });

  it('is listed with its changes and why the reader may not approve it; and runs out after a week', async () => {
    const [requester, other, target] = [
      await staff.administrator(),
      await staff.administrator(),
      await customer(),
    ];
    const asked = await staff.ask(requester, 'PUT', `users/${target.id}/limits`, {
      ...limits(20_000),
      ...proof,
    });
    const id = asked.body.approval?.id;
    const seenBy = async (who: NewCustomer, status = 'pending') => {
      const { body } = await staff.ask<{ approvals: { id: number; status: string }[]; pagination: object }>(
        ...([who, 'GET', `approvals?status=${status}&limit=100`] as const),
      );
      return body.approvals.find((each) => each.id === id);
    };
    expect(await seenBy(requester)).toMatchObject({ obstacle: 'SECOND_APPROVER_REQUIRED' });
    expect(await seenBy(other)).toMatchObject({
      ...{ obstacle: null, kind: 'limits_changed', motive: 'Demande', subject: { id: target.id } },
      changes: [{ field: 'transfer_limit', from: 10_000, to: 20_000 }],
    });
    await database.rows('UPDATE staff_approvals SET expires_at = UTC_TIMESTAMP(3) WHERE id = ?', [id]);
    expect(await seenBy(other)).toBeUndefined();
    expect(await seenBy(other, 'expired')).toMatchObject({ status: 'expired' });
    expect(await staff.approve(other, id)).toMatchObject(refused(409, 'APPROVAL_NOT_PENDING'));
    const { status } = await staff.ask(target, 'GET', 'approvals');
    expect(status).toBe(403);
  });

  it('takes nothing that lowers', async () => {
    const [administrator, target] = [await staff.administrator(), await customer()];
    await database.rows('UPDATE accounts SET transfer_limit = 5000000 WHERE user_id = ?', [target.id]);
    expect((await staff.ask(administrator, 'PUT', `users/${target.id}/limits`, limits(20_000))).status).toBe(
      200,
    );
    const colleague = await staff.administrator();
    expect(
      (await staff.ask(administrator, 'PUT', `users/${colleague.id}`, written(colleague, { role: 'user' })))
        .status,
    ).toBe(200);
  });
});

describe('a password that an administrator sets', () => {
  const typed = 'temporary-violet-kettle';
  const set = async (target: NewCustomer, sent: object = proof) =>
    staff.ask(await staff.administrator(), 'PUT', `users/${target.id}`, {
      ...written(target, { password: typed }),
      ...sent,
    });

  it('is the customer’s for one purpose: choosing another', async () => {
    const target = await customer();
    const own = callsFrom(bank.shellUrl);
    expect(await set(target, {})).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect(await own.me(target.token)).toBe(200);
    expect((await set(target)).status).toBe(200);
    expect(await own.me(target.token)).toBe(401);
    expect((await own.refresh(target.refreshToken)).status).toBe(401);
    const [mail = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', target.email));
    expect(mail).toContain('72');
    expect(mail).not.toContain(typed);

    const { status, body } = await own.signIn(target.email, typed);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ must_change_password: true });
    const token = body.access_token;
    for (const path of ['solde', 'notifications', 'settings/profile', 'auth/sessions', 'events']) {
      expect(await own.get(path, token)).toMatchObject(refused(403, 'PASSWORD_CHANGE_REQUIRED'));
    }
    expect(await own.me(token)).toBe(200);
    const renewed = await own.refresh(body.refresh_token);
    const change = (newPassword: string) =>
      own.post(
        'settings/password',
        { currentPassword: typed, newPassword, confirmPassword: newPassword },
        renewed.body.access_token,
      );
    expect(await change(typed)).toMatchObject(refused(422, 'PASSWORD_UNCHANGED'));
    expect((await change('harbour-lantern-myself-7')).status).toBe(204);
    expect((await own.get('solde', renewed.body.access_token)).status).toBe(200);
    const next = await own.signIn(target.email, 'harbour-lantern-myself-7');
    expect(next.body.user).not.toHaveProperty('must_change_password');
  });

  it('no longer signs in after three days', async () => {
    const target = await customer();
    await set(target);
    await database.rows(
      'UPDATE users SET temporary_password_until = temporary_password_until - INTERVAL 73 HOUR WHERE id = ?',
      [target.id],
    );
    expect((await signIn(target.email, typed)).status).toBe(401);
  });

  it('is a mailed link for a colleague, and for whoever becomes one', async () => {
    const colleague = await staff.administrator();
    await set({ ...colleague }, { ...proof, role: 'admin' });
    const [mail = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', colleague.email));
    expect(mail).toContain('Un administrateur de Bank PCS vous invite');
    const token = /token=([\w-]+)/.exec(mail)?.[1];
    const own = callsFrom(bank.shellUrl);
    expect((await own.post('auth/password/reset', { token, password: 'harbour-lantern-own-8' })).status).toBe(
      204,
    );
    expect((await own.signIn(colleague.email, 'harbour-lantern-own-8')).body.user).not.toHaveProperty(
      'must_change_password',
    );
    const person = newPerson({ role: 'admin' });
    const asked = await staff.ask(await staff.administrator(), 'POST', 'users', { ...person, ...proof });
    expect((await staff.approved(asked)).status).toBe(200);
    const [welcome = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', person.email));
    expect(welcome).toContain('token=');
  });

  it.each([
    ['password', (target: NewCustomer) => written(target, { password: typed })],
    ['e-mail', (target: NewCustomer) => written(target, { email: `n-${target.email}` })],
  ])('or a new %s leaves payments of the customer to be approved by somebody else', async (_what, change) => {
    const [administrator, target] = [await staff.administrator(), await customer()];
    await callsFrom(bank.shellUrl).post('balance/update', { amount: 1_000, type: 'add' }, target.token);
    const made = await payments.pay(target);
    const answer = await staff.ask(administrator, 'PUT', `users/${target.id}`, {
      ...change(target),
      ...proof,
    });
    expect(answer.status).toBe(200);
    expect(await payments.validate(administrator, made)).toMatchObject(refused(403, 'APPROVER_INVOLVED'));
    expect((await payments.validate(await staff.administrator(), made)).status).toBe(200);
  });

  it('leaves the second factor to be asked for', async () => {
    const target = await payments.protectedAdministrator();
    await database.rows(`UPDATE users SET role = 'user' WHERE id = ?`, [target.id]);
    const [person] = await database.rows('SELECT email, username FROM users WHERE id = ?', [target.id]);
    await set({ ...target, ...person } as unknown as NewCustomer);
    const own = callsFrom(bank.shellUrl);
    const { body } = await own.signIn(String(person?.email), typed);
    const met = await own.post<{ user: object }>('auth/2fa', {
      mfa_token: body.mfa_token,
      code: await target.freshCode(),
    });
    expect(met.body.user).toMatchObject({ must_change_password: true });
  });
});

it('a customer’s new e-mail is told to the old address, whose links open nothing any more', async () => {
  const [administrator, target] = [await staff.administrator(), await customer()];
  const own = callsFrom(bank.shellUrl);
  await own.post('auth/password/forgot', { email: target.email });
  const [asked = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', target.email));
  const token = /token=([\w-]+)/.exec(asked)?.[1];
  const moved = await staff.ask(
    administrator,
    'PUT',
    `users/${target.id}`,
    written(target, { email: `n-${target.email}` }),
  );
  expect(moved.status).toBe(200);
  const mails = await untilThereAre(2, () => outboxOf(bank.dataDir, 'eml', `To: ${target.email}`));
  expect(mails.join()).toContain(`n-${target.email}`);
  expect(await own.post('auth/password/reset', { token, password: 'another-violet-kettle' })).toMatchObject(
    refused(422, 'RESET_LINK_INVALID'),
  );
});
