/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import { newCustomer, newPassword, promote, type NewCustomer } from '../support/customers';
import { call, type CallOptions } from '../support/http';
import { outboxOf } from '../support/outbox';
import { untilThereAre } from '../support/until';
import { refused, staffedBank, waits } from './staff-fixture';

const { bank, database, staff, customer, signIn } = staffedBank();
const { administrator, ask, approve } = staff;

/** Turns on an authenticator application, whose codes nobody has any more. */
async function withLostFactor(who: NewCustomer) {
  const post = <Body>(path: string, body: object) =>
    call<Body>('POST', `${bank.shellUrl}/api/settings/2fa/${path}`, { token: who.token, body });
  const { body } = await post<{ secret: string }>('setup', {});
  const enable = { code: generateSync({ secret: body.secret }), currentPassword: newPassword };
  const enabled = await post<{ recovery_codes: string[] }>('enable', enable);
  expect(enabled.status).toBe(200);
  const [code = ''] = enabled.body.recovery_codes;
  const disable = async () =>
    expect((await post('disable', { password: newPassword, code })).status).toBe(204);
  return { ...who, disable };
}

const reset = (by: { token: string }, { id }: { id: number }, more?: CallOptions) =>
  ask(by, 'POST', `users/${id}/factors/reset`, { reason: 'Reconnue au guichet' }, more);
const isAsked = async ({ email }: NewCustomer) => 'mfa_token' in (await signIn(email)).body;
const meOf = async ({ token }: NewCustomer) =>
  (await call('GET', `${bank.shellUrl}/api/auth/me`, { token })).status;

it('frees a colleague of lost factors once a second administrator approves, ends their sessions and mails them', async () => {
  const [first, second] = [await administrator(), await administrator()];
  const lost = await withLostFactor(await administrator());
  const asked = await reset(first, lost);
  expect(asked).toMatchObject(waits);
  expect(asked.body.approval).toMatchObject({
    kind: 'factors_reset',
    motive: 'Reconnue au guichet',
    changes: [],
  });
  const id = asked.body.approval?.id;
  const officer = await newCustomer(bank.shellUrl);
  await promote(database, officer, ['compliance']);
  expect(await reset(officer, lost)).toMatchObject(refused(403, 'OUTSIDE_ROLES'));
  expect(await approve(officer, id)).toMatchObject(refused(403, 'OUTSIDE_ROLES'));
  expect(await isAsked(lost)).toBe(true);
  expect(await approve(first, id)).toMatchObject(refused(403, 'SECOND_APPROVER_REQUIRED'));
  expect(await approve(lost, id)).toMatchObject(refused(403, 'OWN_USER_CHANGE'));
  expect(await approve(second, id, { approve: false })).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
  expect(await isAsked(lost)).toBe(true);
  expect((await approve(second, id)).status).toBe(200);
  expect(await isAsked(lost)).toBe(false);
  expect(await meOf(lost)).toBe(401);
  const mails = () => outboxOf(bank.dataDir, 'eml', 'Deux administrateurs ont réinitialisé');
  const own = async () => (await mails()).filter((mail) => mail.includes(`To: ${lost.email}`));
  expect(await untilThereAre(1, own)).toHaveLength(1);
  const lines = await database.rows(
    `SELECT type FROM audit_log WHERE action = 'user.factors_reset' AND user_id = ?`,
    [second.id],
  );
  expect(lines).toEqual([{ type: 'warning' }]);
  expect(await approve(second, id)).toMatchObject(refused(409, 'APPROVAL_NOT_PENDING'));
});

it('is asked for with an approval, for others, who have a factor, and by administrators only', async () => {
  const [first, lost] = [await administrator(), await withLostFactor(await administrator())];
  const asked = await reset(first, lost, { approve: false });
  expect(asked).toMatchObject({
    ...refused(403, 'APPROVAL_REQUIRED'),
    body: { approval: { summary: { action: 'user_factors', payee: expect.stringContaining(lost.email) } } },
  });
  expect(await reset(lost, lost)).toMatchObject({ body: { code: 'OWN_USER_CHANGE' } });
  expect(await reset(first, await customer())).toMatchObject({ body: { code: 'TWO_FACTOR_NOT_ENABLED' } });
  expect(await reset(await customer(), lost)).toMatchObject({ status: 403 });
  expect(await isAsked(lost)).toBe(true);
});

it('is not applied once the person’s password was changed meanwhile by an administrator', async () => {
  const [first, second, lost] = [
    await administrator(),
    await administrator(),
    await withLostFactor(await administrator()),
  ];
  const { body } = await reset(first, lost);
  await database.rows(
    `INSERT INTO authority_changes (user_id, changed_by, act, created_at) VALUES (?, ?, 'email', NOW(3))`,
    [lost.id, first.id],
  );
  expect(await approve(second, body.approval?.id)).toMatchObject(refused(409, 'APPROVAL_OUTDATED'));
  expect(await isAsked(lost)).toBe(true);
});

it('is not applied after the person turned the factor off by a recovery code, nor to a newer factor', async () => {
  const [first, second] = [await administrator(), await administrator()];
  const found = await withLostFactor(await customer());
  const { body } = await reset(first, found);
  await found.disable();
  expect(await approve(second, body.approval?.id)).toMatchObject(refused(409, 'APPROVAL_OUTDATED'));
  expect(await meOf(found)).toBe(200);
  await withLostFactor(found);
  expect(await approve(second, body.approval?.id)).toMatchObject(refused(409, 'APPROVAL_OUTDATED'));
  expect([await isAsked(found), await meOf(found)]).toEqual([true, 200]);
});
