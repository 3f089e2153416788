/** @jest-environment ./tests/support/bank-environment.ts */
import { ageSessions, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import type { AskedApproval } from '../support/approvals';
import { type Asked } from '../support/staff';
import { untilThereAre } from '../support/until';
import { callsFrom } from './people';
import { limits, refused, waits, written, staffedBank } from './staff-fixture';

const { bank, database, staff, payments, customer, balanceOf, limitOf, personOf, signIn } = staffedBank();

it('changes another e-mail with an approval only, for who has a second factor', async () => {
  const [administrator, target] = [await payments.protectedAdministrator(), await customer()];
  const email = `moved-${target.email}`;
  const move = (who: NewCustomer, changed: object, token?: string) =>
    staff.ask<Asked & { approval: AskedApproval }>(
      who,
      'PUT',
      `users/${target.id}`,
      written(target, changed),
      {
        approve: false,
        headers: token ? { 'x-approval': token } : {},
      },
    );
  const left = await move(administrator, { email });
  expect(left).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
  expect(left.body.approval.summary).toMatchObject({ action: 'user_change' });
  expect(await personOf(target)).toMatchObject({ email: target.email });
  // Other fields need none.
  expect((await move(administrator, { phone: '0601020304' })).status).toBe(200);
  const proven = await call<{ approval_token: string }>(
    'POST',
    `${bank.shellUrl}/api/approvals/${left.body.approval.id}`,
    { token: administrator.token, body: { method: 'totp', code: await administrator.freshCode() } },
  );
  expect((await move(administrator, { email }, proven.body.approval_token)).status).toBe(200);
  expect(await personOf(target)).toMatchObject({ email });

  // As in the wire contract, of the demonstration's administrators without a second factor.
  const plain = await staff.administrator();
  await ageSessions(database, plain);
  expect((await move(plain, { email: `back-${email}` })).status).toBe(200);
});

describe('a request', () => {
  it('needs an approval of the requester and of the decider, and is made once under one key', async () => {
    const [administrator, target] = [await payments.protectedAdministrator(), await customer()];
    const raise = (token?: string, changed: object = {}) =>
      call<Asked & { approval: AskedApproval }>(
        'PUT',
        `${bank.shellUrl}/api/admin/users/${target.id}/limits`,
        {
          token: administrator.token,
          headers: { 'idempotency-key': 'raise-once', ...(token && { 'x-approval': token }) },
          body: { ...limits(40_000), ...changed },
        },
      );
    const left = await raise();
    expect(left).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
    const { id: asked, methods, summary } = left.body.approval;
    expect([methods, summary]).toEqual([
      ['totp'],
      {
        action: 'user_limits',
        payee: `Test Client, ${target.email}`,
        user_id: target.id,
        detail: expect.stringMatching(
          /^virements 40\s000,00\s€ · retraits 1\s000,00\s€ · cartes 3\s000,00\s€$/,
        ) as string,
      },
    ]);
    const prove = (code: string) =>
      call<{ approval_token: string }>('POST', `${bank.shellUrl}/api/approvals/${asked}`, {
        token: administrator.token,
        body: { method: 'totp', code },
      });
    expect(await prove('000000')).toMatchObject(refused(422, 'APPROVAL_CODE_WRONG'));
    const token = (await prove(await administrator.freshCode())).body.approval_token;
    // For exactly these limits, of exactly this person.
    const other = { transfer_limit: 41_000 };
    expect(await raise(token, other)).toMatchObject(refused(403, 'APPROVAL_INVALID'));
    const first = await raise(token);
    expect(first).toMatchObject(waits);
    expect(await limitOf(target)).toBe(10_000);
    // The approval is spent; a repeated call still gets the same response.
    for (const again of [token, undefined])
      expect(await raise(again)).toMatchObject({ ...waits, body: first.body });
    expect(await raise(undefined, other)).toMatchObject(refused(422, 'IDEMPOTENCY_KEY_REUSED'));
    const second = await staff.administrator();
    const id = first.body.approval.id;
    const alone = { approve: false };
    const detail = expect.stringContaining(`n°\u00a0${id} · `) as string;
    expect(await staff.approve(second, id, alone)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED', approval: { summary: { action: 'staff_approve', detail } } },
    });
    expect(await staff.refuse(second, id, alone)).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
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
    const links = () => outboxOf(bank.dataDir, 'eml', `To: ${target.email}`);
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

  it('is applied once, even when several approve at the same time', async () => {
    const [requester, target] = [await staff.administrator(), await customer()];
    const asked = await staff.ask(requester, 'PUT', `users/${target.id}`, {
      ...written(target, { balance: 20_000, reason: 'Prime' }),
    });
    const approvers = await Promise.all([1, 2, 3, 4].map(() => staff.administrator()));
    const answers = await Promise.all(approvers.map((who) => staff.approve(who, asked.body.approval?.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await balanceOf(target)).toBe(20_000);
  });

  it('is not applied to data that has changed since, nor for a former administrator', async () => {
    const [requester, approver, target] = [
      await staff.administrator(),
      await staff.administrator(),
      await customer(),
    ];
    const ask = (change: object) =>
      staff.ask(requester, 'PUT', `users/${target.id}`, { ...written(target, change) });
    const balance = await ask({ balance: 20_000, reason: 'Prime' });
    const promotion = await ask({ role: 'admin' });
    await callsFrom(bank.shellUrl).post('balance/update', { amount: 5, type: 'add' }, target.token);
    const outdated = refused(409, 'APPROVAL_OUTDATED');
    expect(await staff.approve(approver, balance.body.approval?.id)).toMatchObject(outdated);
    expect(await balanceOf(target)).toBe(5);
    // The role is unchanged, but the user's mail would now go to the requester.
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
    });
    await database.rows(`UPDATE users SET role = 'user' WHERE id = ?`, [requester.id]);
    expect(await staff.approve(approver, limit.body.approval?.id)).toMatchObject(outdated);
    expect(await limitOf(target)).toBe(10_000);
  });

  it('is listed with its changes and the reader’s obstacle, and expires after a week', async () => {
    const [requester, other, target] = [
      await staff.administrator(),
      await staff.administrator(),
      await customer(),
    ];
    const asked = await staff.ask(requester, 'PUT', `users/${target.id}/limits`, {
      ...limits(20_000),
    });
    const id = asked.body.approval?.id;
    const seenBy = async (who: NewCustomer, status = 'pending') => {
      const { body } = await staff.ask<{ approvals: { id: number; status: string }[]; pagination: object }>(
        who,
        'GET',
        `approvals?status=${status}&limit=100`,
      );
      return body.approvals.find((each) => each.id === id);
    };
    expect(await seenBy(requester)).toMatchObject({ obstacle: 'SECOND_APPROVER_REQUIRED' });
    expect(await seenBy(other)).toMatchObject({
      obstacle: null,
      kind: 'limits_changed',
      motive: 'Demande',
      subject: { id: target.id },
      changes: [{ field: 'transfer_limit', from: 10_000, to: 20_000 }],
    });
    await database.rows('UPDATE staff_approvals SET expires_at = UTC_TIMESTAMP(3) WHERE id = ?', [id]);
    expect(await seenBy(other)).toBeUndefined();
    expect(await seenBy(other, 'expired')).toMatchObject({ status: 'expired' });
    expect(await staff.approve(other, id)).toMatchObject(refused(409, 'APPROVAL_NOT_PENDING'));
    const { status } = await staff.ask(target, 'GET', 'approvals');
    expect(status).toBe(403);
  });

  it('is not needed to lower limits or roles', async () => {
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
