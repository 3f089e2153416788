/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import type { AskedApproval } from '../support/approvals';
import { newCustomer, promote } from '../support/customers';
import { approve, call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { untilThereAre } from '../support/until';
import { callsFrom, password, type Tokens } from './people';

const { bank, database } = sharedBank();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type SignIn = Partial<Tokens> & { mfa_token?: string; code?: string };

/** A browser: it keeps the cookies that the bank sets. */
function browser() {
  const cookies = new Map<string, string>();
  const { headers } = callsFrom(bank.shellUrl);
  return {
    cookies,
    async post<Body = SignIn>(path: string, body: unknown, token?: string) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await call<Body>('POST', `${bank.shellUrl}/api/${path}`, {
        headers: { ...headers, 'user-agent': firefox, ...(cookie && { cookie }) },
        body,
        ...(token && { token }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      return answer;
    },
    signIn(identifier: string, typed = password) {
      return this.post('auth/login', { username: identifier, email: identifier, password: typed });
    },
  };
}

const forgetSteps = (userId: number) =>
  database.rows('UPDATE two_factor SET last_step = NULL WHERE user_id = ?', [userId]);

/** A person with a second factor, and a browser in which it was used once, remembered or not. */
async function protectedPerson({ remember = true } = {}) {
  const own = callsFrom(bank.shellUrl);
  const person = await own.signUp();
  const { body: setup } = await own.post<{ secret: string }>('settings/2fa/setup', {}, person.access_token);
  const code = () => generateSync({ secret: setup.secret });
  await own.post('settings/2fa/enable', { code: code(), password }, person.access_token);
  const mine = browser();
  const meet = async (from = mine) => {
    await forgetSteps(person.id);
    const { body } = await from.signIn(person.email);
    const second = { mfa_token: body.mfa_token, code: code(), remember };
    return from.post('auth/2fa', second);
  };
  const { body: session } = await meet();
  const list = async (token = person.access_token) =>
    (await own.get<{ browsers: { id: number; name: string }[] }>('auth/browsers', token)).body.browsers;
  return { own, person, mine, meet, list, session };
}

/** Lets the time pass in which two tabs may use one secret. */
const ageSecrets = (userId: number) =>
  database.rows(
    'UPDATE remembered_browsers SET last_used_at = last_used_at - INTERVAL 1 MINUTE WHERE user_id = ?',
    [userId],
  );

const remembered = expect.objectContaining({ access_token: expect.any(String) });
const asked = expect.objectContaining({ mfa_required: true });

describe('a remembered browser', () => {
  it('is not asked for the second factor again, is listed by its name, and asks again once removed', async () => {
    const { own, person, mine, list } = await protectedPerson();
    expect((await mine.signIn(person.email)).body).toEqual(remembered);
    expect((await mine.signIn(person.username)).body).toEqual(remembered);
    expect((await browser().signIn(person.email)).body).toEqual(asked);
    const [listed] = await list();
    expect(listed).toMatchObject({ name: 'Firefox, Linux' });
    const stranger = await own.signUp();
    expect((await own.remove(`auth/browsers/${listed?.id}`, stranger.access_token)).status).toBe(404);
    expect((await own.remove(`auth/browsers/${listed?.id}`, person.access_token)).status).toBe(204);
    expect((await mine.signIn(person.email)).body).toEqual(asked);
    expect(await list()).toEqual([]);
  });

  it('is only one when the person asked for it, for 90 days, by a cookie that scripts cannot read', async () => {
    const { person, mine } = await protectedPerson({ remember: false });
    expect(mine.cookies.has('remembered_browser')).toBe(false);
    expect((await mine.signIn(person.email)).body).toEqual(asked);
    const { person: other, mine: theirs, meet } = await protectedPerson();
    const set = (await meet(browser())).headers.getSetCookie().find((each) => each.startsWith('remembered'));
    expect(set).toMatch(
      /^remembered_browser=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    await database.rows('UPDATE remembered_browsers SET expires_at = NOW(3) WHERE user_id = ?', [other.id]);
    expect((await theirs.signIn(other.email)).body).toEqual(asked);
  });

  it('opens no account but its person’s, and no approval', async () => {
    const { mine } = await protectedPerson();
    const victim = await protectedPerson();
    expect((await mine.signIn(victim.person.email)).body).toEqual(asked);
    const { person, mine: own } = await protectedPerson();
    const { body } = await own.signIn(person.email);
    const next = 'another-long-enough-one';
    const change = { currentPassword: password, newPassword: next, confirmPassword: next };
    const refused = await call('POST', `${bank.shellUrl}/api/settings/password`, {
      token: body.access_token ?? '',
      body: change,
      approve: false,
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'APPROVAL_REQUIRED' } });
  });

  it('ends all of the person’s when a replaced secret comes again', async () => {
    const { person, mine, meet, list } = await protectedPerson();
    await meet(browser());
    const copy = browser();
    for (const [name, value] of mine.cookies) copy.cookies.set(name, value);
    expect((await mine.signIn(person.email)).body).toEqual(remembered);
    await ageSecrets(person.id);
    expect(await list()).toHaveLength(2);
    expect((await copy.signIn(person.email)).body).toEqual(asked);
    expect(await list()).toEqual([]);
    expect((await mine.signIn(person.email)).body).toEqual(asked);
    const lines = await database.rows('SELECT action, type FROM audit_log WHERE user_id = ?', [person.id]);
    expect(lines).toContainEqual({ action: 'browser.reused', type: 'warning' });
  });

  it('is none for administrators, and none any more after a new password', async () => {
    const { own, person, mine, meet, session, list } = await protectedPerson();
    await database.rows(`UPDATE users SET role = 'admin' WHERE id = ?`, [person.id]);
    expect((await mine.signIn(person.email)).body).toEqual(asked);
    const before = await database.rows('SELECT id FROM remembered_browsers WHERE user_id = ?', [person.id]);
    await meet();
    const after = await database.rows('SELECT id FROM remembered_browsers WHERE user_id = ?', [person.id]);
    expect(after).toEqual(before);
    await database.rows(`UPDATE users SET role = 'user' WHERE id = ?`, [person.id]);
    await own.post('auth/password/forgot', { email: person.email });
    const tokens = async () =>
      (await outboxOf(bank.dataDir, 'eml', `To: ${person.email}`)).flatMap(
        (mail) => /reset-password#token=([\w-]{43})/.exec(mail)?.[1] ?? [],
      );
    const [token] = await untilThereAre(1, tokens);
    await own.post('auth/password/reset', { token, password: 'another-long-enough-one' });
    expect((await mine.signIn(person.email, 'another-long-enough-one')).body).toEqual(asked);
    expect(await list(session.access_token)).toBeUndefined();
  });
});

describe('a sign-in from a new browser', () => {
  const linksTo = async (email: string) =>
    (await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).flatMap(
      (mail) => /\/not-me#token=([\w.-]+)/.exec(mail)?.[1] ?? [],
    );

  /** Somebody whose password a thief used in a browser of their own. */
  async function robbed() {
    const own = callsFrom(bank.shellUrl);
    const person = await own.signUp();
    const thief = browser();
    const { body } = await thief.signIn(person.email);
    const [link = ''] = await untilThereAre(1, () => linksTo(person.email));
    return { own, person, thief, stolen: body, link };
  }

  it('is mailed with a link that, once, ends it and blocks the password until it is replaced', async () => {
    const { own, person, thief, stolen, link } = await robbed();
    expect(await own.me(stolen.access_token ?? '')).toBe(200);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    expect(await own.me(stolen.access_token ?? '')).toBe(401);
    expect(await own.me(person.access_token)).toBe(200);
    expect((await thief.signIn(person.email)).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await own.signIn(person.email)).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const body = { currentPassword: password };
    expect((await own.post('settings/2fa/setup', body, person.access_token)).status).toBe(422);
    const resets = async () =>
      (await outboxOf(bank.dataDir, 'eml', `To: ${person.email}`)).flatMap(
        (mail) => /reset-password#token=([\w-]{43})/.exec(mail)?.[1] ?? [],
      );
    const [token] = await untilThereAre(1, resets);
    expect(
      (await own.post('auth/password/reset', { token, password: 'another-long-enough-one' })).status,
    ).toBe(204);
    expect((await own.signIn(person.email, 'another-long-enough-one')).status).toBe(200);
    const replayed = await own.post('auth/not-me', { token: link });
    expect(replayed).toMatchObject({ status: 422, body: { code: 'SIGN_IN_LINK_INVALID' } });
    expect((await own.signIn(person.email, 'another-long-enough-one')).status).toBe(200);
    const lines = await database.rows('SELECT action, type FROM audit_log WHERE user_id = ?', [person.id]);
    expect(lines).toContainEqual({ action: 'session.disowned', type: 'warning' });
  });

  it('is mailed the link to a new password however many others somebody asked for', async () => {
    const { own, person, link } = await robbed();
    for (let asked = 1; asked <= 3; asked += 1) {
      await own.post('auth/password/forgot', { email: person.email });
      await untilThereAre(asked, linkFor(person.email));
    }
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    const token = (await untilThereAre(4, linkFor(person.email)))[3];
    const reset = await own.post('auth/password/reset', { token, password: 'another-long-enough-one' });
    expect(reset.status).toBe(204);
  });

  const linkFor = (email: string) => async () =>
    (await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).flatMap(
      (mail) => /reset-password#token=([\w-]{43})/.exec(mail)?.[1] ?? [],
    );

  const emailOf = async ({ id }: { id: number }) =>
    (await database.rows('SELECT email FROM users WHERE id = ?', [id]))[0]?.email;

  /** Adds a passkey. */
  const enrol = ({ id }: { id: number }) =>
    database.rows(
      `INSERT INTO passkeys
         (user_id, credential_id, rp_id, user_handle, public_key, counter, transports, name, created_at)
       VALUES (?, ?, 'bank.test', ?, '', 0, '', 'Passkey', NOW(3))`,
      [id, `passkey ${id}`, Buffer.alloc(32)],
    );

  /** As `robbed`; the thief then enrolled an application and a passkey, and verified a telephone. */
  async function lockedOut() {
    const victim = await robbed();
    const { own, person, stolen } = victim;
    const token = stolen.access_token ?? '';
    const { body } = await own.post<{ secret: string }>('settings/2fa/setup', {}, token);
    const code = () => generateSync({ secret: body.secret });
    expect((await own.post('settings/2fa/enable', { code: code(), password }, token)).status).toBe(200);
    await enrol(person);
    const verify = `UPDATE users SET phone = '+33612345678', phone_verified_at = NOW(3) WHERE id = ?`;
    await database.rows(verify, [person.id]);
    return { ...victim, token, code };
  }

  /** Replaces the address of a session's person, by the code mailed to the old one or by that of an application. */
  async function move(token: string, email: string, code?: () => string) {
    const url = `${bank.shellUrl}/api/settings/profile`;
    const body = {
      firstName: 'Élodie',
      lastName: 'Martin',
      email,
      phone: '',
      address: '1 rue du Bac',
      city: 'Paris',
      postalCode: '75007',
      country: 'FR',
    };
    const asked = await call<{ approval: AskedApproval }>('PUT', url, { token, body, approve: !code });
    if (code) {
      const given = await approve(url, token, asked.body.approval.id, { method: 'totp', code: code() });
      const headers = { 'X-Approval': given };
      expect((await call('PUT', url, { token, body, headers })).status).toBe(200);
    } else expect(asked.status).toBe(200);
    const confirmations = async () =>
      (await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).flatMap(
        (mail) => /confirm-email#token=([\w-]{43})/.exec(mail)?.[1] ?? [],
      );
    const [confirmation] = await untilThereAre(1, confirmations);
    const { post } = callsFrom(bank.shellUrl);
    expect((await post('auth/email/confirm', { token: confirmation })).status).toBe(204);
  }

  /** As `lockedOut`; the thief then took the address over. */
  async function takenOver() {
    const victim = await lockedOut();
    const { person, token, code } = victim;
    const theirs = `thief-${person.id}@example.org`;
    await forgetSteps(person.id);
    await database.rows('UPDATE users SET phone = NULL WHERE id = ?', [person.id]);
    await move(token, theirs, code);
    return { ...victim, theirs };
  }

  const factors = `SELECT user_id FROM passkeys WHERE user_id = ? UNION ALL
    SELECT user_id FROM recovery_codes WHERE user_id = ?`;

  it('gives the account back to its owner, whatever the thief enrolled in between', async () => {
    const { own, person, link } = await lockedOut();
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    const [token] = await untilThereAre(1, linkFor(person.email));
    const next = 'another-long-enough-one';
    expect((await own.post('auth/password/reset', { token, password: next })).status).toBe(204);
    expect((await own.signIn(person.email, next)).body).toEqual(remembered);
    expect(await database.rows(factors, [person.id, person.id])).toEqual([]);
    const [row] = await database.rows('SELECT email, phone_verified_at FROM users WHERE id = ?', [person.id]);
    expect(row).toEqual({ email: person.email, phone_verified_at: null });
  });

  it('mails nobody a link where a new factor replaced the address, and leaves the account to a person', async () => {
    const { own, person, link, theirs } = await takenOver();
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    const found = await database.rows(
      `SELECT u.email, u.status, c.topic FROM users u JOIN cases c ON c.user_id = u.id WHERE u.id = ?`,
      [person.id],
    );
    expect(found).toEqual([{ email: theirs, status: 'inactive', topic: 'contact_data' }]);
    expect(await database.rows(factors, [person.id, person.id])).toEqual([]);
    await own.post('auth/password/forgot', { email: theirs });
    expect([await linkFor(theirs)(), await linkFor(person.email)()]).toEqual([[], []]);
  });

  it('leaves a thief no link of a later sign-in', async () => {
    const { own, person, link, theirs, code } = await takenOver();
    const again = browser();
    await forgetSteps(person.id);
    const { body: first } = await again.signIn(theirs);
    const { body: later } = await again.post('auth/2fa', { mfa_token: first.mfa_token, code: code() });
    const [theirLink] = await untilThereAre(1, () => linksTo(theirs));
    expect(await own.me(later.access_token ?? '')).toBe(200);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    expect(await own.me(later.access_token ?? '')).toBe(401);
    const replayed = await own.post('auth/not-me', { token: theirLink });
    expect(replayed).toMatchObject({ status: 422, body: { code: 'SIGN_IN_LINK_INVALID' } });
  });

  it('undoes nothing once its person replaced the address by a code to the old one', async () => {
    const { own, person, stolen: phone, link } = await robbed();
    const moved = `moved-${person.id}@example.org`;
    await move(phone.access_token ?? '', moved);
    await enrol(person);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    await untilThereAre(1, linkFor(moved));
    expect([await emailOf(person), await linkFor(person.email)()]).toEqual([moved, []]);
    expect(await database.rows(factors, [person.id, person.id])).toHaveLength(1);
  });

  it('keeps a doubt about an address that a factor replaced, also one that is gone by then', async () => {
    const { own, person, token, code, link } = await lockedOut();
    await database.rows('DELETE FROM passkeys WHERE user_id = ?', [person.id]);
    const [first, second] = [1, 2].map((each) => `thief${each}-${person.id}@example.org`);
    await forgetSteps(person.id);
    await database.rows('UPDATE users SET phone = NULL WHERE id = ?', [person.id]);
    await move(token, first ?? '', code);
    await forgetSteps(person.id);
    expect((await own.post('settings/2fa/disable', { password, code: code() }, token)).status).toBe(204);
    await move(token, second ?? '');
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    const [row] = await database.rows('SELECT email, status FROM users WHERE id = ?', [person.id]);
    expect(row).toEqual({ email: second, status: 'inactive' });
    expect([await linkFor(second ?? '')(), await linkFor(person.email)()]).toEqual([[], []]);
  });

  it('undoes nothing once the bank itself replaced the address', async () => {
    const { own, person, link } = await robbed();
    const staff = await newCustomer(bank.shellUrl);
    await promote(database, staff);
    const moved = `moved-${person.id}@example.org`;
    const { first_name, last_name } = person;
    const changed = {
      email: moved,
      first_name,
      last_name,
      role: 'user',
      status: 'active',
      kyc_status: 'pending',
    };
    const { status } = await own.put(`admin/users/${person.id}`, changed, staff.token);
    expect([status, await emailOf(person)]).toEqual([200, moved]);
    await enrol(person);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    await untilThereAre(1, linkFor(moved));
    expect([await emailOf(person), await linkFor(person.email)()]).toEqual([moved, []]);
    const passkeys = await database.rows('SELECT name FROM passkeys WHERE user_id = ?', [person.id]);
    expect(passkeys).toHaveLength(1);
  });

  it('leaves factors that are older than the session', async () => {
    const { own, person } = await protectedPerson();
    const [link] = await untilThereAre(1, () => linksTo(person.email));
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    const [token] = await untilThereAre(1, linkFor(person.email));
    await own.post('auth/password/reset', { token, password: 'another-long-enough-one' });
    expect((await own.signIn(person.email, 'another-long-enough-one')).body).toEqual(asked);
  });

  it('is notified of once a day from one browser and network without cookies, and again after it was disowned', async () => {
    const { own, person, thief, link } = await robbed();
    const told = async () =>
      (
        await database.rows(`SELECT id FROM notifications WHERE user_id = ? AND text_key = 'new_sign_in'`, [
          person.id,
        ])
      ).length;
    const again = async () => {
      thief.cookies.clear();
      expect((await thief.signIn(person.email)).status).toBe(200);
      return told();
    };
    expect([await told(), await again()]).toEqual([1, 1]);
    // Elsewhere it is another sign-in, whatever the browser calls itself.
    expect((await browser().signIn(person.email)).status).toBe(200);
    expect(await told()).toBe(2);
    const age = 'UPDATE sessions SET created_at = created_at - INTERVAL 25 HOUR WHERE user_id = ?';
    await database.rows(age, [person.id]);
    expect([await again(), await again()]).toEqual([3, 3]);
    await database.rows(`UPDATE sessions SET end_reason = 'disowned', ended_at = NOW(3) WHERE user_id = ?`, [
      person.id,
    ]);
    expect(await again()).toBe(4);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(422);
  });

  it('is disowned together with later ones without a notice', async () => {
    const { own, person, thief, stolen, link } = await robbed();
    // The thief's browser is a known one by now.
    const { body: unnoticed } = await thief.signIn(person.email);
    const elsewhere = await own.signIn(person.email);
    expect((await own.post('auth/not-me', { token: link })).status).toBe(204);
    for (const { access_token: token = '' } of [stolen, unnoticed]) expect(await own.me(token)).toBe(401);
    for (const { access_token: token } of [person, elsewhere.body]) expect(await own.me(token)).toBe(200);
  });

  it('takes no forged link, none of another session and none older than seven days', async () => {
    const [first, second] = [await robbed(), await robbed()];
    const [session = '', signature = ''] = first.link.split('.');
    const [other = ''] = second.link.split('.');
    const forged = [
      `${other}.${signature}`,
      session,
      `${session}.`,
      `.${signature}`,
      `${session}.x`,
      'x'.repeat(200),
    ];
    for (const token of forged) {
      expect(await first.own.post('auth/not-me', { token })).toMatchObject({
        status: 422,
        body: { code: 'SIGN_IN_LINK_INVALID' },
      });
    }
    await database.rows('UPDATE sessions SET created_at = created_at - INTERVAL 8 DAY WHERE user_id = ?', [
      first.person.id,
    ]);
    expect((await first.own.post('auth/not-me', { token: first.link })).status).toBe(422);
    expect((await second.own.post('auth/not-me', { token: second.link })).status).toBe(204);
    expect((await first.thief.signIn(first.person.email)).status).toBe(200);
  });

  it('acts once for ten copies of a link at the same moment, and forgets the remembered browsers', async () => {
    const { own, person, meet, list } = await protectedPerson();
    await meet(browser());
    expect((await list()).length).toBeGreaterThan(0);
    const [link] = await untilThereAre(1, () => linksTo(person.email));
    const copies = Array.from({ length: 10 }, () => own.post('auth/not-me', { token: link }));
    const answered = (await Promise.all(copies)).map(({ status }) => status);
    expect(answered.filter((status) => status === 204)).toHaveLength(1);
    expect(answered.filter((status) => status === 422)).toHaveLength(9);
    expect(await list()).toEqual([]);
  });
});
