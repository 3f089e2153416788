/** @jest-environment ./tests/support/bank-environment.ts */
import { ageSessions, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { untilThereAre } from '../support/until';
import { callsFrom } from './people';
import { newPerson, refused, written, staffedBank } from './staff-fixture';

const { bank, database, staff, payments, customer, personOf, signIn } = staffedBank();

describe('a password that an administrator sets', () => {
  const typed = 'temporary-violet-kettle';
  const mailsWith = async (email: string, text: string) =>
    (await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).filter((mail) => mail.includes(text));
  const set = async (target: NewCustomer, sent: object = {}, by?: NewCustomer) =>
    staff.ask(
      by ?? (await staff.administrator()),
      'PUT',
      `users/${target.id}`,
      { ...written(target, { password: typed }), ...sent },
      { approve: false },
    );

  it('needs an approval of an older session, and only allows the customer to choose another', async () => {
    const target = await customer();
    const own = callsFrom(bank.shellUrl);
    const administrator = await staff.administrator();
    await ageSessions(database, administrator);
    const unapproved = await set(target, {}, administrator);
    expect(unapproved).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
    expect(JSON.stringify(unapproved.body)).not.toContain(typed);
    const logged = await database.rows(
      `SELECT params FROM audit_log WHERE user_id = ? AND action LIKE 'approval.%'`,
      [administrator.id],
    );
    expect(logged.map(({ params }) => JSON.parse(String(params)) as unknown)).toEqual([
      expect.objectContaining({ action: 'user_change', about: ` → #${target.id}` }),
    ]);
    expect(await own.me(target.token)).toBe(200);
    expect((await set(target)).status).toBe(200);
    expect(await own.me(target.token)).toBe(401);
    expect((await own.refresh(target.refreshToken)).status).toBe(401);
    // One is of the change itself, one of its notification, in any order.
    const mails = await untilThereAre(2, () => outboxOf(bank.dataDir, 'eml', `To: ${target.email}`));
    expect(mails.join()).toContain('valable 72\u00a0heures');
    expect(mails.join()).not.toContain(typed);

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

  it('is a mailed link for administrators, and for users who become one', async () => {
    const colleague = await staff.administrator();
    await set({ ...colleague }, { role: 'admin' });
    const [mail = ''] = await untilThereAre(1, () => mailsWith(colleague.email, 'token='));
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
    const asked = await staff.ask(await staff.administrator(), 'POST', 'users', { ...person });
    expect((await staff.approved(asked)).status).toBe(200);
    expect(await untilThereAre(1, () => mailsWith(person.email, 'token='))).toHaveLength(1);
  });

  it.each([
    ['password', (target: NewCustomer) => written(target, { password: typed })],
    ['e-mail', (target: NewCustomer) => written(target, { email: `n-${target.email}` })],
  ])(
    'or a new %s prevents that administrator from approving the customer’s payments',
    async (_what, change) => {
      const [administrator, target] = [await staff.administrator(), await customer()];
      await callsFrom(bank.shellUrl).post('balance/update', { amount: 1_000, type: 'add' }, target.token);
      const made = await payments.pay(target);
      const answer = await staff.ask(administrator, 'PUT', `users/${target.id}`, {
        ...change(target),
      });
      expect(answer.status).toBe(200);
      expect(await payments.validate(administrator, made)).toMatchObject(refused(403, 'APPROVER_INVOLVED'));
      expect((await payments.validate(await staff.administrator(), made)).status).toBe(200);
    },
  );

  it('of a new customer prevents that administrator from approving the customer’s payments', async () => {
    const administrator = await staff.administrator();
    const person = newPerson({ password: typed });
    const made = await staff.ask(administrator, 'POST', 'users', { ...person, balance: 500 });
    expect(made.status).toBe(201);
    const target = { ...(await customer()), id: Number(made.body.id) };
    const { body } = await callsFrom(bank.shellUrl).signIn(person.email, typed);
    const paid = await payments.pay({ ...target, token: String(body.access_token) });
    expect(await payments.validate(administrator, paid)).toMatchObject(refused(403, 'APPROVER_INVOLVED'));
    expect((await payments.validate(await staff.administrator(), paid)).status).toBe(200);
  });

  it('still requires the second factor', async () => {
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

it('a customer’s new e-mail is reported to the old address, and ends earlier sessions and links', async () => {
  const [administrator, target] = [await staff.administrator(), await customer()];
  const own = callsFrom(bank.shellUrl);
  const requested = `theirs-${target.email}`;
  const address = { address: '12 rue des Lilas', city: 'Paris', postalCode: '75011', country: 'France' };
  const name = { firstName: 'Test', lastName: 'Client', phone: '+33 6 39 98 10 02' };
  const change = { ...name, ...address, email: requested };
  const asking = await call('PUT', `${bank.shellUrl}/api/settings/profile`, {
    token: target.token,
    body: change,
  });
  expect(asking).toMatchObject({ status: 200 });
  const [confirmation = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${requested}`));
  await own.post('auth/password/forgot', { email: target.email });
  /** The mails to the old address that contain a text; others arrive in any order. */
  const mailsWith = async (text: string) =>
    (await outboxOf(bank.dataDir, 'eml', `To: ${target.email}`)).filter((mail) => mail.includes(text));
  const [asked = ''] = await untilThereAre(1, () => mailsWith('token='));
  const token = /token=([\w-]+)/.exec(asked)?.[1];
  const moved = await staff.ask(
    administrator,
    'PUT',
    `users/${target.id}`,
    written(target, { email: `n-${target.email}` }),
  );
  expect(moved.status).toBe(200);
  expect(await untilThereAre(1, () => mailsWith(`n-${target.email}`))).toHaveLength(1);
  expect(await own.post('auth/password/reset', { token, password: 'another-violet-kettle' })).toMatchObject(
    refused(422, 'RESET_LINK_INVALID'),
  );
  expect(await own.me(target.token)).toBe(401);
  expect((await own.refresh(target.refreshToken)).status).toBe(401);
  const link = /token=([\w-]+)/.exec(confirmation)?.[1];
  expect(await own.post('auth/email/confirm', { token: link })).toMatchObject(
    refused(422, 'EMAIL_LINK_INVALID'),
  );
  expect(await personOf(target)).toMatchObject({ email: `n-${target.email}` });
});
