/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';
import { ageSessions } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { untilThereAre } from '../support/until';
import { callsFrom, password, statuses } from './people';

const { bank, database } = sharedBank();

async function person() {
  const own = callsFrom(bank.shellUrl);
  const signedUp = await own.signUp();
  const put = (route: string, body: unknown, approve = true) =>
    call('PUT', `${bank.shellUrl}/api/settings/${route}`, {
      body,
      headers: own.headers,
      token: signedUp.access_token,
      approve,
    });
  const get = (route: string) => own.get(`settings/${route}`, signedUp.access_token);
  const change = (currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
    own.post('settings/password', { currentPassword, newPassword, confirmPassword }, signedUp.access_token);
  return { ...signedUp, own, put, get, change };
}

/** The first mail to an address, once there is one. */
async function mailTo(address: string): Promise<string> {
  const [mail] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${address}`));
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

/** A person's notifications, oldest first. */
const notedOf = async (id: number) =>
  (await database.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [id])).map(
    (row) => row.text_key,
  );

const address = {
  phone: '+33 6 39 98 10 02',
  address: '12 rue des Lilas',
  city: 'Paris',
  postalCode: '75011',
  country: 'France',
};

describe('the profile', () => {
  it('starts with the data of the sign-up, and stores changes', async () => {
    const { email, get, put, own, access_token } = await person();
    expect((await get('profile')).body).toEqual({
      firstName: 'Élodie',
      lastName: 'Martin',
      email,
      phone: '',
      address: '',
      city: '',
      postalCode: '',
      country: '',
    });
    const profile = { firstName: 'Élo', lastName: 'Martin-Roy', email, ...address };
    expect(await put('profile', profile)).toMatchObject({ status: 200, body: profile });
    expect(await put('profile', { ...profile, city: 'Lyon' })).toMatchObject({ body: { city: 'Lyon' } });
    expect((await get('profile')).body).toEqual({ ...profile, city: 'Lyon' });
    const me = await own.get('auth/me', access_token);
    expect(me.body).toMatchObject({ first_name: 'Élo', last_name: 'Martin-Roy', phone: address.phone });
  });

  it('requires every field', async () => {
    const { put, email } = await person();
    const { status, body } = await put('profile', {
      firstName: 'É',
      lastName: '',
      email,
      ...address,
      city: ' ',
    });
    expect({ status, fields: Object.keys(body.fields as object) }).toEqual({
      status: 422,
      fields: ['lastName', 'city'],
    });
    expect((await put('profile', { firstName: 'É' })).status).toBe(400);
  });

  it('lets the telephone go, by an approval', async () => {
    const mine = await person();
    const profile = { firstName: 'Élodie', lastName: 'Martin', email: mine.email, ...address };
    await mine.put('profile', profile);
    expect(await mine.put('profile', { ...profile, phone: '' }, false)).toMatchObject({
      status: 403,
      body: { approval: { summary: { action: 'phone', detail: '–' } } },
    });
    expect(await mine.put('profile', { ...profile, phone: '' })).toMatchObject({ body: { phone: '' } });
    expect((await mine.own.get('auth/me', mine.access_token)).body).toMatchObject({ phone: null });
    expect((await mine.put('profile', { ...profile, phone: 'abc' })).body.fields).toHaveProperty('phone');
  });

  it('needs no approval unless the e-mail or the telephone changes', async () => {
    const mine = await person();
    const profile = { firstName: 'Élodie', lastName: 'Roy', email: mine.email, ...address };
    expect((await mine.put('profile', profile, false)).status).toBe(403);
    expect((await mine.put('profile', profile)).status).toBe(200);
    expect((await mine.put('profile', { ...profile, lastName: 'Martin' }, false)).status).toBe(200);
    expect(await notedOf(mine.id)).toEqual(['phone_added']);
  });

  it('needs an approval for another telephone, which ends the other sessions', async () => {
    const mine = await person();
    const profile = { firstName: 'Élodie', lastName: 'Martin', email: mine.email, ...address };
    await mine.put('profile', profile);
    const { body: other } = await mine.own.signIn(mine.email);
    const moved = { ...profile, lastName: 'Thief', phone: '+33 6 00 00 00 00' };
    const summary = { action: 'phone', detail: moved.phone };
    expect(await mine.put('profile', moved, false)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED', approval: { methods: ['email'], summary } },
    });
    // The password alone, which may be stolen with the session, proves nothing.
    expect((await mine.put('profile', { ...moved, currentPassword: password }, false)).status).toBe(403);
    expect((await mine.get('profile')).body).toMatchObject(profile);
    expect(await mine.own.me(other.access_token)).toBe(200);
    const { status, body } = await mine.put('profile', moved);
    expect([status, body.phone]).toEqual([200, moved.phone]);
    expect([await mine.own.me(mine.access_token), await mine.own.me(other.access_token)]).toEqual([200, 401]);
    expect(await notedOf(mine.id)).toContain('phone_changed');
  });
});

describe('a new e-mail address', () => {
  const link = /confirm-email#token=([\w-]{43})/;

  /** The links mailed to an address, oldest first. */
  const tokensTo = async (to: string) =>
    (await outboxOf(bank.dataDir, 'eml', `To: ${to}`)).flatMap((mail) => link.exec(mail)?.[1] ?? []);
  const nthTokenTo = async (to: string, nth = 1) =>
    (await untilThereAre(nth, () => tokensTo(to)))[nth - 1] ?? '';

  /** A person who requested another address. */
  async function asking() {
    const mine = await person();
    const email = `new-${mine.email}`;
    const profile = { firstName: 'Élodie', lastName: 'Martin', email: mine.email, ...address };
    const ask = (changed: object = {}, approve = true) =>
      mine.put('profile', { ...profile, email, ...changed }, approve);
    const confirm = (token: string) => callsFrom(bank.shellUrl).post('auth/email/confirm', { token });
    return { ...mine, old: mine.email, email, profile, ask, confirm };
  }

  it('needs an approval, applies once its link is opened, and notifies the old one both times', async () => {
    const { old, email, id, own, get, profile, ask, confirm, access_token } = await asking();
    expect(await ask({}, false)).toMatchObject({ status: 403 });
    expect(await tokensTo(email)).toEqual([]);
    const { body: other } = await own.signIn(old);
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { ...profile, pendingEmail: email }]);
    expect((await get('profile')).body).toEqual({ ...profile, pendingEmail: email });
    expect((await own.signIn(email)).status).toBe(401);
    const told = async (words: string) =>
      (await outboxOf(bank.dataDir, 'eml', `To: ${old}`)).filter((mail) => mail.includes(words));
    expect(await untilThereAre(1, () => told(`${email} remplacera`))).toHaveLength(1);
    const token = await nthTokenTo(email);
    expect((await confirm(token)).status).toBe(204);
    expect(await confirm(token)).toMatchObject({ status: 422, body: { code: 'EMAIL_LINK_INVALID' } });
    expect((await own.signIn(email)).status).toBe(200);
    expect((await own.signIn(old)).status).toBe(401);
    expect([await own.me(access_token), await own.me(other.access_token)]).toEqual([200, 401]);
    expect((await get('profile')).body).toEqual({ ...profile, email });
    expect(await untilThereAre(1, () => told('vient d’être remplacée'))).toHaveLength(1);
    expect(await notedOf(id)).toEqual(expect.arrayContaining(['email_requested', 'email_changed']));
  });

  it('is refused when it is taken, even if only before the link is opened', async () => {
    const { email, ask, confirm } = await asking();
    const other = await person();
    expect(await ask({ email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', fields: { email: 'Cette adresse e-mail est déjà utilisée.' } },
    });
    expect((await ask()).status).toBe(200);
    await database.rows('UPDATE users SET email = ? WHERE id = ?', [email, other.id]);
    expect(await confirm(await nthTokenTo(email))).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
  });

  it('shows whether others have it a number of times an hour at most, whatever the outcome', async () => {
    const { ask } = await asking();
    const { email } = await person();
    const looked = await Promise.all(Array.from({ length: 32 }, () => ask({ email }, false)));
    expect(statuses(looked)).toEqual({ 409: 30, 429: 2 });
    expect(looked.find(({ status }) => status === 429)?.body.code).toBe('TOO_MANY_REQUESTS');
    expect((await ask({ email: `x${email}` }, false)).status).toBe(429);
  });

  it('counts no repeated call among those', async () => {
    const { own, email, profile, access_token } = await asking();
    const save = () =>
      call('PUT', `${bank.shellUrl}/api/settings/profile`, {
        body: { ...profile, email },
        headers: { ...own.headers, 'Idempotency-Key': 'one-address' },
        token: access_token,
      });
    const first = await save();
    expect(first.status).toBe(200);
    const again = await Promise.all(Array.from({ length: 32 }, save));
    expect(statuses(again)).toEqual({ 200: 32 });
  });

  it('is confirmed by one of two simultaneous calls', async () => {
    const { email, ask, confirm } = await asking();
    await ask();
    const token = await nthTokenTo(email);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(statuses(answers)).toEqual({ 204: 1, 422: 1 });
  });

  it('can be cancelled, or its link mailed again: only the newest works, for a day, a few times an hour', async () => {
    const { email, own, access_token, ask, confirm, get, id } = await asking();
    const resend = () => own.post('settings/profile/email/resend', {}, access_token);
    expect((await resend()).status).toBe(404);
    await ask();
    const first = await nthTokenTo(email);
    expect((await resend()).status).toBe(204);
    const second = await nthTokenTo(email, 2);
    expect((await confirm(first)).status).toBe(422);
    expect((await own.remove('settings/profile/email', access_token)).status).toBe(204);
    expect((await get('profile')).body).not.toHaveProperty('pendingEmail');
    expect((await confirm(second)).status).toBe(422);
    await ask();
    const third = await nthTokenTo(email, 3);
    await database.rows(
      'UPDATE email_changes SET expires_at = expires_at - INTERVAL 1 DAY WHERE user_id = ?',
      [id],
    );
    expect((await confirm(third)).status).toBe(422);
    expect(statuses(await Promise.all([ask(), ask(), ask()]))).toEqual({ 200: 2, 429: 1 });
  });

  it('gets one more link of a call that is repeated, which stays the one that works', async () => {
    const { email, access_token, ask, confirm, id } = await asking();
    await ask();
    await nthTokenTo(email);
    const repeated = () =>
      call('POST', `${bank.shellUrl}/api/settings/profile/email/resend`, {
        token: access_token,
        headers: { 'Idempotency-Key': 'the-same-link' },
      });
    expect(statuses(await Promise.all([repeated(), repeated()]))).toEqual({ 204: 2 });
    const second = await nthTokenTo(email, 2);
    expect((await repeated()).status).toBe(204);
    expect(await database.rows('SELECT 1 FROM email_changes WHERE user_id = ?', [id])).toHaveLength(2);
    expect((await confirm(second)).status).toBe(204);
  });

  it('is cancelled once, however many ask, and for good, also when its link is mailed again meanwhile', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, asking));
    for (const { id, email, own, access_token, ask, get } of people) {
      await ask();
      await nthTokenTo(email);
      const cancel = () => own.remove('settings/profile/email', access_token);
      const resend = () => own.post('settings/profile/email/resend', {}, access_token);
      const [again, ...cancelled] = await Promise.all([resend(), ...Array.from({ length: 6 }, cancel)]);
      expect([204, 404]).toContain(again.status);
      expect(statuses(cancelled)).toEqual({ 204: 1, 404: 5 });
      expect((await get('profile')).body).not.toHaveProperty('pendingEmail');
      const sql = `SELECT action FROM audit_log WHERE user_id = ? AND action = 'email.cancelled'`;
      expect(await database.rows(sql, [id])).toHaveLength(1);
    }
  });

  it('mailed again by a stolen session leaves the session open that asked for it, and not the thief’s', async () => {
    const { old, email, own, ask, confirm, access_token } = await asking();
    const { body: thief } = await own.signIn(old);
    await ask();
    expect((await own.post('settings/profile/email/resend', {}, thief.access_token)).status).toBe(204);
    expect((await confirm(await nthTokenTo(email, 2))).status).toBe(204);
    expect([await own.me(access_token), await own.me(thief.access_token)]).toEqual([200, 401]);
  });

  it('is void once the session that asked for it is ended, unless it signed out itself', async () => {
    const [ended, reused, left] = await Promise.all([asking(), asking(), asking()]);
    for (const { ask } of [ended, reused, left]) expect((await ask()).status).toBe(200);
    const { body: other } = await ended.own.signIn(ended.old);
    const { body } = await ended.own.get<{ sessions: { id: number; current: boolean }[] }>(
      'auth/sessions',
      other.access_token,
    );
    const asked = body.sessions.find(({ current }) => !current);
    expect((await ended.own.remove(`auth/sessions/${asked?.id}`, other.access_token)).status).toBe(204);
    expect((await ended.confirm(await nthTokenTo(ended.email))).status).toBe(422);
    await reused.own.refresh(reused.refresh_token);
    const earlier = `UPDATE refresh_tokens t JOIN sessions s ON s.id = t.session_id
      SET t.spent_at = t.spent_at - INTERVAL 1 MINUTE WHERE s.user_id = ?`;
    await database.rows(earlier, [reused.id]);
    expect((await reused.own.refresh(reused.refresh_token)).status).toBe(401);
    expect((await reused.confirm(await nthTokenTo(reused.email))).status).toBe(422);
    expect((await left.own.post('auth/logout', {}, left.access_token)).status).toBe(204);
    expect((await left.confirm(await nthTokenTo(left.email))).status).toBe(204);
  });

  it('is void after a change of password, as the notice recommends', async () => {
    const { email, ask, change, confirm } = await asking();
    await ask();
    expect((await change(password, 'another-long-enough')).status).toBe(204);
    expect((await confirm(await nthTokenTo(email))).status).toBe(422);
  });
});

describe('the preferences', () => {
  const defaults = {
    emailNotifications: true,
    smsNotifications: false,
    pushNotifications: false,
    transactionAlerts: true,
    securityAlerts: true,
    marketingEmails: false,
    foundByEmail: true,
    foundByPhone: true,
    pushAmounts: false,
    textMessages: 'unverified',
  };

  it('have defaults and are stored', async () => {
    const { get, put } = await person();
    expect((await get('preferences')).body).toEqual(defaults);
    const chosen = { ...defaults, smsNotifications: true, marketingEmails: true };
    expect(await put('preferences', chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await get('preferences')).body).toEqual(chosen);
    expect((await put('preferences', { ...chosen, marketingEmails: 'yes' })).status).toBe(400);
  });

  it('switch alerts off without an approval just after the sign-in, and notify the person', async () => {
    const { put, id } = await person();
    const quiet = { ...defaults, emailNotifications: false, transactionAlerts: false };
    expect(await put('preferences', quiet, false)).toMatchObject({ status: 200, body: quiet });
    expect(await notedOf(id)).toEqual(['alerts_changed']);
  });

  it('need an approval of an older session to switch off alerts, and cannot switch off security notices', async () => {
    const { put, get, change, id } = await person();
    await ageSessions(database, { id });
    for (const off of ['emailNotifications', 'transactionAlerts', 'securityAlerts'] as const) {
      expect(await put('preferences', { ...defaults, [off]: false }, false)).toMatchObject({
        status: 403,
        body: { code: 'APPROVAL_REQUIRED' },
      });
    }
    expect((await get('preferences')).body).toEqual(defaults);
    const nothing = { ...defaults, emailNotifications: false, transactionAlerts: false };
    const proven = { ...nothing, securityAlerts: false };
    expect(await put('preferences', proven)).toMatchObject({ status: 200, body: nothing });
    expect((await get('preferences')).body).toEqual(nothing);
    expect((await change(password, 'another-long-enough')).status).toBe(204);
    expect(await notedOf(id)).toEqual(['alerts_changed', 'password_changed']);
  });

  it('answer a call that is repeated after the alerts changed as before, without an approval', async () => {
    const { put, get, own, access_token, id } = await person();
    const save = (changed: object) =>
      call('PUT', `${bank.shellUrl}/api/settings/preferences`, {
        body: { ...defaults, ...changed },
        headers: { ...own.headers, 'Idempotency-Key': 'saved-before' },
        token: access_token,
        approve: false,
      });
    await ageSessions(database, { id });
    const first = await save({ marketingEmails: true });
    expect(first.status).toBe(200);
    await put('preferences', { ...defaults, transactionAlerts: false });
    expect(await save({ marketingEmails: true })).toMatchObject({ status: 200, body: first.body });
    expect((await get('preferences')).body).toMatchObject({ transactionAlerts: false });
    expect((await save({ marketingEmails: false })).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('switch the alerts of a type off', async () => {
    const { put, own, access_token, id } = await person();
    await put('preferences', { ...defaults, transactionAlerts: false });
    await own.post('balance/update', { amount: 50, type: 'add' }, access_token);
    expect(await notedOf(id)).toEqual(['alerts_changed']);
  });
});

describe('a password change', () => {
  it('ends every other session, mails and notifies', async () => {
    const { own, email, access_token, change } = await person();
    const { body: other } = await own.signIn(email);
    expect((await change(password, 'another-long-enough')).status).toBe(204);
    expect(await own.me(access_token)).toBe(200);
    expect(await own.me(other.access_token)).toBe(401);
    expect((await own.refresh(other.refresh_token)).status).toBe(401);
    expect((await own.signIn(email)).status).toBe(401);
    expect((await own.signIn(email, 'another-long-enough')).status).toBe(200);
    expect(await mailTo(email)).toContain('Subject:');
    expect((await own.get('notifications', access_token)).body).toMatchObject({
      notifications: expect.arrayContaining([
        expect.objectContaining({ type: 'security', title: 'Mot de passe modifié' }),
      ]),
    });
  });

  it('reports errors with the specified messages', async () => {
    const { change } = await person();
    expect((await change(password, 'short')).body).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { newPassword: 'Le mot de passe doit contenir au moins 8 caractères' },
    });
    expect((await change(password, 'long-enough-1', 'long-enough-2')).body).toMatchObject({
      fields: { confirmPassword: 'Les mots de passe ne correspondent pas' },
    });
    expect(await change(password, 'password1')).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_TOO_COMMON' },
    });
  });

  it('counts a wrong current password like a wrong sign-in', async () => {
    const { own, email, change } = await person();
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await change('wrong', 'another-long-one'));
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { currentPassword: 'Le mot de passe actuel est incorrect.' } },
    });
    expect(statuses(answers)).toEqual({ 422: 5, 429: 1 });
    expect((await own.signIn(email)).status).toBe(429);
  });
});
