/** @jest-environment ./tests/support/bank-environment.ts */
import path from 'node:path';
import { generateSync } from 'otplib';
import { keyedDigest } from '../../bff/src/platform/security/secrets';
import { deriveKeys, storedKeys } from '../../bff/src/platform/config/keys';
import { ageSessions } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { callsFrom, password, statuses, type Tokens } from './people';

const { bank, database } = sharedBank();

const calls = () => callsFrom(bank.shellUrl);
const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Sets back the time of used codes, so that tests need not wait half a minute for the next one. */
const forgetSteps = (userId: number) =>
  database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [userId]);

/** A person with a second factor and an open challenge. */
async function protectedPerson() {
  const own = calls();
  const person = await own.signUp();
  const { body: setup } = await own.post<{ secret: string }>('settings/2fa/setup', {}, person.access_token);
  const enabled = await own.post<{ recovery_codes: string[] }>(
    'settings/2fa/enable',
    { code: codeAt(setup.secret), password },
    person.access_token,
  );
  await forgetSteps(person.id);
  const challenge = async () => (await own.signIn(person.email)).body.mfa_token ?? '';
  const meet = (mfa_token: string, code: string) =>
    own.post<Tokens & { code?: string }>('auth/2fa', { mfa_token, code });
  return { own, person, secret: setup.secret, recoveryCodes: enabled.body.recovery_codes, challenge, meet };
}

/** Six digits that are not a current code. */
function wrongCode(secret: string) {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, steps));
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.includes(code)) ?? ''
  );
}

/** Turns a factor on by its code alone, and leaves it at the demand of an approval. */
const unapproved = (token: string, code: string) =>
  call('POST', `${bank.shellUrl}/api/settings/2fa/enable`, { token, body: { code }, approve: false });

describe('setting the second factor up', () => {
  it('returns a secret for an authenticator, and ten recovery codes once a code confirms it', async () => {
    const { signUp, post } = calls();
    const { access_token, email, id } = await signUp();
    const setup = await post<{ secret: string; otpauth_url: string }>('settings/2fa/setup', {}, access_token);
    expect(setup.status).toBe(200);
    expect(setup.body.otpauth_url).toContain(`otpauth://totp/Bank%20PCS:${encodeURIComponent(email)}`);
    const wrong = await post('settings/2fa/enable', { code: wrongCode(setup.body.secret) }, access_token);
    expect(wrong).toMatchObject({ status: 422, body: { code: 'INVALID_TWO_FACTOR_CODE' } });
    const right = await post<{ recovery_codes: string[] }>(
      'settings/2fa/enable',
      { code: codeAt(setup.body.secret), password },
      access_token,
    );
    expect(right.status).toBe(200);
    expect(new Set(right.body.recovery_codes).size).toBe(10);
    for (const code of right.body.recovery_codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const again = await post('settings/2fa/setup', {}, access_token);
    expect(again).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR_ALREADY_ENABLED' } });
    const lines = await database.rows('SELECT action FROM audit_log WHERE user_id = ?', [id]);
    expect(lines).toContainEqual({ action: 'two_factor.enabled' });
  });

  it('needs only the code just after a sign-in, a fresh one, and only as the first factor', async () => {
    const { signUp, signIn, post } = calls();
    const person = await signUp();
    const { body } = await post<{ secret: string }>('settings/2fa/setup', {}, person.access_token);
    const late = await unapproved(person.access_token, codeAt(body.secret, -3));
    expect(late).toMatchObject({ status: 422, body: { code: 'INVALID_TWO_FACTOR_CODE' } });
    const enabled = await unapproved(person.access_token, codeAt(body.secret));
    expect(enabled).toMatchObject({ status: 200, body: { recovery_codes: { length: 10 } } });
    expect((await signIn(person.email)).body.mfa_token).toBeDefined();
  });

  it('needs from an older session the password, with the set-up or the code, or an approval, and ends the others', async () => {
    const { signUp, signIn, post, me } = calls();
    const person = await signUp();
    await ageSessions(database, person);
    const ask = <Body>(path: string, body: object) =>
      post<Body & { code?: string }>(`settings/2fa/${path}`, body, person.access_token);
    const { body: unproven } = await ask<{ secret: string }>('setup', {});
    const stolen = await unapproved(person.access_token, codeAt(unproven.secret));
    expect(stolen).toMatchObject({ status: 403, body: { code: 'APPROVAL_REQUIRED' } });
    expect((await signIn(person.email)).body.access_token).toBeDefined();
    const wrong = await ask('enable', { code: codeAt(unproven.secret), currentPassword: 'guess' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'PASSWORD_WRONG' } });
    expect(await ask('setup', { password: 'guess' })).toMatchObject({
      status: 422,
      body: { fields: { password: 'Le mot de passe actuel est incorrect.' } },
    });
    const { body: proven } = await ask<{ secret: string }>('setup', { currentPassword: password });
    const { body: other } = await signIn(person.email);
    expect((await ask('enable', { code: codeAt(proven.secret) })).status).toBe(200);
    expect([await me(person.access_token), await me(other.access_token)]).toEqual([200, 401]);
  });

  it('accepts the proof only for the secret it was given with', async () => {
    const { signUp, post } = calls();
    const { access_token, id } = await signUp();
    await ageSessions(database, { id });
    await post('settings/2fa/setup', { password }, access_token);
    const { body: drawnAnew } = await post<{ secret: string }>('settings/2fa/setup', {}, access_token);
    const thief = await unapproved(access_token, codeAt(drawnAnew.secret));
    expect(thief).toMatchObject({ status: 403, body: { code: 'APPROVAL_REQUIRED' } });
  });

  it('accepts no proof by a password that was replaced, nor one of long ago', async () => {
    const { signUp, signIn, post } = calls();
    const person = await signUp();
    const ask = <Body>(path: string, body: object, token = person.access_token) =>
      post<Body>(`settings/2fa/${path}`, body, token);
    const refused = { status: 403, body: { code: 'APPROVAL_REQUIRED' } };
    const { body: old } = await ask<{ secret: string }>('setup', { password });
    await ageSessions(database, person);
    await database.rows('UPDATE two_factor SET proven_at = proven_at - INTERVAL 6 MINUTE WHERE user_id = ?', [
      person.id,
    ]);
    expect(await unapproved(person.access_token, codeAt(old.secret))).toMatchObject(refused);
    const { body: proven } = await ask<{ secret: string }>('setup', { password });
    const replaced = 'another-long-enough-1';
    const change = { currentPassword: password, newPassword: replaced, confirmPassword: replaced };
    expect((await post('settings/password', change, person.access_token)).status).toBe(204);
    const { body: session } = await signIn(person.email, replaced);
    await ageSessions(database, person);
    expect(await unapproved(session.access_token, codeAt(proven.secret))).toMatchObject(refused);
  });

  it('changes nothing before it is enabled', async () => {
    const { signUp, post, signIn } = calls();
    const { access_token, email } = await signUp();
    const early = await post('settings/2fa/enable', { code: '123456' }, access_token);
    expect(early).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR_NOT_ENABLED' } });
    await post('settings/2fa/setup', {}, access_token);
    expect((await signIn(email)).body.access_token).toBeDefined();
  });

  it('stores neither secret nor codes readably', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    const rows = [
      ...(await database.rows('SELECT * FROM two_factor WHERE user_id = ?', [person.id])),
      ...(await database.rows('SELECT * FROM recovery_codes WHERE user_id = ?', [person.id])),
    ];
    const stored = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(rows).toHaveLength(1 + recoveryCodes.length);
    for (const hidden of [secret, ...recoveryCodes]) expect(stored).not.toContain(hidden);
  });
});

describe('the state of the second factor', () => {
  it('is off before it is enabled, then includes the number of recovery codes', async () => {
    const { own, person, secret, recoveryCodes, challenge, meet } = await protectedPerson();
    const state = async (token: string) => (await own.get('settings/2fa', token)).body;
    const stranger = await own.signUp();
    await own.post('settings/2fa/setup', {}, stranger.access_token);
    expect(await state(stranger.access_token)).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect(await state(person.access_token)).toEqual({ enabled: true, recovery_codes_left: 10 });
    await meet(await challenge(), recoveryCodes[0] ?? '');
    expect(await state(person.access_token)).toEqual({ enabled: true, recovery_codes_left: 9 });
    await own.post('settings/2fa/disable', { password, code: codeAt(secret) }, person.access_token);
    expect(await state(person.access_token)).toEqual({ enabled: false, recovery_codes_left: 0 });
  });
});

describe('signing in with a second factor', () => {
  it('needs a current code, or one of an adjacent step', async () => {
    const { own, person, secret, challenge, meet } = await protectedPerson();
    const first = await own.signIn(person.email);
    expect(first).toMatchObject({ status: 200, body: { mfa_required: true } });
    expect(Object.keys(first.body).sort()).toEqual(['mfa_required', 'mfa_token']);
    for (const steps of [-1, 0, 1]) {
      const { status, body } = await meet(await challenge(), codeAt(secret, steps));
      expect(status).toBe(200);
      expect(await own.me(body.access_token)).toBe(200);
    }
  });

  it('never accepts a code twice, nor in two simultaneous calls', async () => {
    const { secret, challenge, meet } = await protectedPerson();
    const tokens = await Promise.all(Array.from({ length: 6 }, challenge));
    const code = codeAt(secret);
    const answers = await Promise.all(tokens.map((token) => meet(token, code)));
    expect(statuses(answers)).toEqual({ 200: 1, 401: 5 });
    expect(await meet(await challenge(), code)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CODE' },
    });
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { recoveryCodes, challenge, meet } = await protectedPerson();
    const [first = '', second = ''] = recoveryCodes;
    expect((await meet(await challenge(), first)).status).toBe(200);
    expect((await meet(await challenge(), first)).status).toBe(401);
    expect((await meet(await challenge(), ` ${second.replaceAll('-', '').toLowerCase()} `)).status).toBe(200);
  });

  it('accepts the shorter recovery codes of earlier versions', async () => {
    const { person, challenge, meet } = await protectedPerson();
    const code = 'ABCDE-12345';
    const { encryption } = deriveKeys({}, () => storedKeys(path.join(bank.dataDir, 'keys.json')));
    const hash = keyedDigest(encryption, 'ABCDE12345');
    await database.rows('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)', [person.id, hash]);
    expect((await meet(await challenge(), code)).status).toBe(200);
    expect((await meet(await challenge(), code)).status).toBe(401);
  });

  it('allows a challenge five attempts', async () => {
    const { secret, challenge, meet } = await protectedPerson();
    const token = await challenge();
    const wrong = wrongCode(secret);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await meet(token, wrong)).body.code).toBe('INVALID_CODE');
    }
    expect(await meet(token, codeAt(secret))).toMatchObject({ status: 401, body: { code: 'MFA_EXPIRED' } });
  });

  it('counts simultaneous attempts', async () => {
    const { secret, challenge, meet } = await protectedPerson();
    const token = await challenge();
    const answers = await Promise.all(Array.from({ length: 9 }, () => meet(token, wrongCode(secret))));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'INVALID_CODE')).toHaveLength(5);
    expect(codes.filter((code) => code === 'MFA_EXPIRED')).toHaveLength(4);
  });

  it('refuses a challenge that is expired, completed or unknown', async () => {
    const { person, secret, challenge, meet } = await protectedPerson();
    const old = await challenge();
    await database.rows(
      'UPDATE mfa_challenges SET expires_at = expires_at - INTERVAL 5 MINUTE WHERE user_id = ?',
      [person.id],
    );
    const met = await challenge();
    expect((await meet(met, codeAt(secret))).status).toBe(200);
    for (const token of [old, met, 'no-such-challenge']) {
      expect((await meet(token, codeAt(secret, 1))).body.code).toBe('MFA_EXPIRED');
    }
  });

  it('blocks guessing across several sign-ins', async () => {
    const { secret, challenge, meet } = await protectedPerson();
    for (let round = 0; round < 2; round += 1) {
      const token = await challenge();
      for (let attempt = 0; attempt < 5; attempt += 1) await meet(token, wrongCode(secret));
    }
    const slowed = await meet(await challenge(), codeAt(secret));
    expect(slowed).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('prevents strangers with the password from blocking the owner’s known browser', async () => {
    const { own, person, secret, challenge, meet } = await protectedPerson();
    const { headers } = await meet(await challenge(), codeAt(secret));
    own.headers['cookie'] = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const stranger = calls();
    for (let round = 0; round < 2; round += 1) {
      const mfa_token = (await stranger.signIn(person.email)).body.mfa_token;
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await stranger.post('auth/2fa', { mfa_token, code: wrongCode(secret) });
      }
    }
    await forgetSteps(person.id);
    const mfa_token = (await stranger.signIn(person.email)).body.mfa_token;
    expect((await stranger.post('auth/2fa', { mfa_token, code: codeAt(secret) })).status).toBe(429);
    expect((await meet(await challenge(), codeAt(secret))).status).toBe(200);
  });

  it('refuses a person who was deactivated meanwhile', async () => {
    const { person, secret, challenge, meet } = await protectedPerson();
    const token = await challenge();
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [person.id]);
    expect((await meet(token, codeAt(secret))).status).toBe(401);
  });
});

describe('turning the second factor off', () => {
  it('needs the password and a code', async () => {
    const { own, person, secret, challenge, meet, recoveryCodes } = await protectedPerson();
    const { body: other } = await meet(await challenge(), recoveryCodes[0] ?? '');
    const disable = (typed: string, code: string) =>
      own.post('settings/2fa/disable', { password: typed, code }, person.access_token);
    expect(await disable('wrong', codeAt(secret))).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { password: 'Le mot de passe actuel est incorrect.' } },
    });
    expect(await disable(password, wrongCode(secret))).toMatchObject({
      status: 422,
      body: { code: 'INVALID_TWO_FACTOR_CODE' },
    });
    expect((await disable(password, codeAt(secret))).status).toBe(204);
    expect([await own.me(person.access_token), await own.me(other.access_token)]).toEqual([200, 401]);
    expect((await own.signIn(person.email)).body.access_token).toBeDefined();
    expect(await disable(password, codeAt(secret))).toMatchObject({ status: 409 });
  });

  it('blocks guessing of the password in an open session', async () => {
    const { own, person } = await protectedPerson();
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      answers.push(
        await own.post(
          'settings/2fa/disable',
          { password: `guess ${attempt}`, code: '123456' },
          person.access_token,
        ),
      );
    }
    expect(statuses(answers)).toEqual({ 422: 5, 429: 1 });
  });
});
