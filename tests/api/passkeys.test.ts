/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import type { AskedApproval } from '../support/approvals';
import { Authenticator } from '../support/authenticator';
import { ageSessions } from '../support/customers';
import { type Answer, call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { type AskingOptions, passkeyCalls } from './passkey-fixture';
import { password } from './people';

const { bank, database } = sharedBank();
const calls = () => passkeyCalls(bank.shellUrl);
const actionsOf = async (id: number) =>
  (await database.rows('SELECT action FROM audit_log WHERE user_id = ?', [id])).map(({ action }) => action);
const refused = (code: string) => ({ status: 422, body: { code } });
/** The answer to asking for the options of a registration, which nobody approves. */
const left = (token: string | undefined) =>
  call('POST', `${bank.shellUrl}/api/auth/passkeys/options`, {
    ...(token !== undefined && { token }),
    body: { currentPassword: password },
    approve: false,
  });
const asksFor = (method: string) => ({
  status: 403,
  body: {
    code: 'APPROVAL_REQUIRED',
    approval: { methods: [method], summary: { action: 'factor_on', detail: 'clé d’accès' } },
  },
});

describe('adding a passkey', () => {
  it('makes it resident, verified, and lists it by its name', async () => {
    const { signUp, add, get } = calls();
    const { access_token, email, id } = await signUp();
    const { status, body } = await left(access_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Bank PCS' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { added } = await add(access_token);
    expect(added).toMatchObject({ status: 200, body: { name: 'Ma clé', last_used_at: null } });
    const listed = await get('settings/passkeys', access_token);
    expect(listed.body).toEqual({ passkeys: [added.body] });
    expect(await actionsOf(id)).toContain('passkey.added');
    const told = await get<{ notifications: { title: string }[] }>('notifications', access_token);
    expect(told.body.notifications).toContainEqual(expect.objectContaining({ title: 'Clé d’accès ajoutée' }));
  });

  it('knows the passkeys that a person has, and gives all of them one handle', async () => {
    const { keyed, approvedBy, add } = calls();
    const { person, authenticator } = await keyed();
    await ageSessions(database, person);
    const { body } = await approvedBy(authenticator, person.access_token);
    expect(body.excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    const more = (added?: Authenticator) => add(person.access_token, added, 'Autre', authenticator);
    expect((await more()).added.status).toBe(200);
    const again = await more(authenticator);
    expect(again.added).toMatchObject({ status: 409, body: { code: 'PASSKEY_KNOWN' } });
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without verifying the person', { unverified: true }],
    ['for another domain', { rpId: 'evil.example' }],
    ['with a certificate, whose addresses would be fetched', { certificate: true }],
  ])('refuses one made %s', async (_what, forged) => {
    const { signUp, options, verify } = calls();
    const { access_token } = await signUp();
    const { body } = await options({}, access_token);
    const made = new Authenticator(bank.shellUrl).make(body, forged);
    expect(await verify(made, access_token)).toMatchObject(refused('PASSKEY_REFUSED'));
  });

  it('refuses the challenge of another session or ceremony, and one that was used', async () => {
    const { signUp, signIn, options, verify, asked } = calls();
    const [one, two] = [await signUp(), await signUp()];
    const { body } = await options({}, one.access_token);
    const authenticator = new Authenticator(bank.shellUrl);
    const made = authenticator.make(body);
    expect(await verify(made)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await verify(made, two.access_token)).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await verify(made, one.access_token)).toMatchObject(refused('PASSKEY_EXPIRED'));
    const { body: fresh } = await options({}, one.access_token);
    const { body: other } = await signIn(one.email);
    expect(await verify(authenticator.make(fresh), other.access_token)).toMatchObject(
      refused('PASSKEY_REFUSED'),
    );
    const { challenge } = await asked();
    expect(await verify(authenticator.make({ ...fresh, challenge }), one.access_token)).toMatchObject(
      refused('PASSKEY_EXPIRED'),
    );
  });

  it('happens once under one key, whose repeated and simultaneous calls get the same passkey', async () => {
    const { signUp, options, get } = calls();
    const { access_token: token, id } = await signUp();
    const { body: asked } = await options({}, token);
    const made = { ...new Authenticator(bank.shellUrl).make(asked), name: 'Ma clé' };
    const verify = (body: object, headers: Record<string, string>) =>
      call('POST', `${bank.shellUrl}/api/auth/passkeys/verify`, { token, body, headers });
    const headers = { 'idempotency-key': 'passkey-once' };
    const answers = await Promise.all([verify(made, headers), verify(made, headers)]);
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { name: 'Ma clé' } });
    answers.push(await verify(made, headers));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first?.body]);
    expect(await verify({ ...made, name: 'Autre' }, headers)).toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    );
    expect(await verify(made, { 'idempotency-key': 'a b' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_IDEMPOTENCY_KEY' },
    });
    expect((await get('settings/passkeys', token)).body).toEqual({ passkeys: [first?.body] });
    expect((await actionsOf(id)).filter((action) => action === 'passkey.added')).toHaveLength(1);
    const told = await get<{ notifications: { title: string }[] }>('notifications', token);
    const added = told.body.notifications.filter(({ title }) => title === 'Clé d’accès ajoutée');
    expect(added).toHaveLength(1);
  });

  it('refuses a name that nobody can read, and the twenty-first', async () => {
    const { keyed, add } = calls();
    const { person, added } = await keyed();
    const [handle] = await database.rows('SELECT user_handle, public_key FROM passkeys WHERE id = ?', [
      added.body.id,
    ]);
    const more = (name: string) => add(person.access_token, undefined, name);
    expect((await more('x'.repeat(61))).added.status).toBe(422);
    for (let count = 1; count < 20; count += 1) {
      await database.rows(
        `INSERT INTO passkeys (user_id, credential_id, rp_id, user_handle, public_key, counter, transports, name,
           created_at) VALUES (?, ?, 'localhost', ?, ?, 0, '[]', 'x', NOW(3))`,
        [person.id, `filler ${person.id} ${count}`, handle?.user_handle, handle?.public_key],
      );
    }
    const { added: last } = await more('Encore');
    expect(last).toMatchObject({ status: 409, body: { code: 'LIST_FULL' } });
  });
});

describe('the approval of adding a passkey', () => {
  it('is asked of a session older than five minutes, also of one that was refreshed since', async () => {
    const { signUp, options, refresh } = calls();
    const person = await signUp();
    expect((await left(person.access_token)).status).toBe(200);
    await ageSessions(database, person);
    expect(await left(person.access_token)).toMatchObject(asksFor('email'));
    const { body: refreshed } = await refresh(person.refresh_token);
    expect(await left(refreshed.access_token)).toMatchObject(asksFor('email'));
    expect((await options({}, refreshed.access_token)).status).toBe(200);
  });

  it('is asked of a new session by the password alone of who has a factor, and of no one by the factor', async () => {
    const { keyed, signIn, signInBy } = calls();
    const { person, authenticator } = await keyed();
    const { body: thief } = await signIn(person.email);
    expect(await left(thief.access_token)).toMatchObject(asksFor('passkey'));
    const { body: own } = await signInBy(authenticator);
    expect((await left(own.access_token)).status).toBe(200);
    await ageSessions(database, person);
    expect(await left(own.access_token)).toMatchObject(asksFor('passkey'));
  });

  it('is asked in a new session whose person added a factor in another one meanwhile', async () => {
    const { signUp, signIn, add } = calls();
    const person = await signUp();
    const { body: thief } = await signIn(person.email);
    await add(person.access_token);
    expect(await left(thief.access_token)).toMatchObject(asksFor('passkey'));
  });
});

it('is not bypassed by an authenticator: the password alone adds none beside it', async () => {
  const { keyed, signIn, post } = calls();
  const { person, authenticator } = await keyed();
  const { body: thief } = await signIn(person.email);
  const { body: setUp } = await post<{ secret: string }>(
    'settings/2fa/setup',
    { password },
    thief.access_token,
  );
  const enable = (headers?: Record<string, string>) =>
    call<{ approval: AskedApproval }>('POST', `${bank.shellUrl}/api/settings/2fa/enable`, {
      token: thief.access_token,
      body: { code: generateSync({ secret: setUp.secret }), password },
      approve: false,
      ...(headers && { headers }),
    });
  const left = await enable();
  expect(left).toMatchObject({
    status: 403,
    body: {
      code: 'APPROVAL_REQUIRED',
      approval: { methods: ['passkey'], summary: { detail: 'application d’authentification' } },
    },
  });
  const { id } = left.body.approval;
  const path = `${bank.shellUrl}/api/approvals/${id}`;
  const asked = await call<{ passkey_options: AskingOptions }>('GET', path, { token: thief.access_token });
  const other = new Authenticator(bank.shellUrl);
  const proof = (assertion: unknown) =>
    post(`approvals/${id}`, { method: 'passkey', assertion }, thief.access_token);
  expect((await proof(other.assert(asked.body.passkey_options))).status).toBe(422);
  expect((await proof(authenticator.assert(asked.body.passkey_options))).status).toBe(200);
});

describe('naming and removing', () => {
  it('renames and removes only one’s own, and ends the other sessions', async () => {
    const { keyed, put, remove, signIn, me, get, signInBy } = calls();
    const { person, authenticator, added } = await keyed();
    const stranger = await calls().signUp();
    const path = `settings/passkeys/${added.body.id}`;
    expect((await put(path, { name: 'À eux' }, stranger.access_token)).status).toBe(404);
    expect((await remove(path, stranger.access_token)).status).toBe(404);
    const renamed = await put(path, { name: 'Téléphone' }, person.access_token);
    expect(renamed).toMatchObject({ status: 200, body: { passkeys: [{ name: 'Téléphone' }] } });
    const { body: other } = await signIn(person.email);
    expect((await remove(path, person.access_token)).status).toBe(204);
    expect([await me(person.access_token), await me(other.access_token)]).toEqual([200, 401]);
    expect((await get('settings/passkeys', person.access_token)).body).toEqual({ passkeys: [] });
    expect(await signInBy(authenticator)).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await actionsOf(person.id)).toContain('passkey.removed');
  });

  it('needs an approval while another factor is left, also just after a sign-in by password alone', async () => {
    const { keyed, add, remove, signIn, get } = calls();
    const { person, added } = await keyed();
    expect((await add(person.access_token, undefined, 'Autre')).added.status).toBe(200);
    const { body: thief } = await signIn(person.email);
    expect(await remove(`settings/passkeys/${added.body.id}`, thief.access_token)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED', approval: { methods: ['passkey'] } },
    });
    const { body } = await get<{ passkeys: unknown[] }>('settings/passkeys', person.access_token);
    expect(body.passkeys).toHaveLength(2);
  });

  it('needs an approval from a session older than five minutes, which the passkey gives once', async () => {
    const { keyed, remove, get, signInBy } = calls();
    const { person, authenticator, added } = await keyed();
    expect((await signInBy(authenticator)).status).toBe(200);
    await ageSessions(database, person);
    const path = `settings/passkeys/${added.body.id}`;
    const asked = (await remove(path, person.access_token)) as Answer<{ approval: AskedApproval }>;
    expect(asked).toMatchObject({
      status: 403,
      body: {
        code: 'APPROVAL_REQUIRED',
        approval: { methods: ['passkey'], summary: { action: 'factor_off', detail: 'Ma clé' } },
      },
    });
    const approval = `approvals/${asked.body.approval.id}`;
    const { body } = await get<{ passkey_options: AskingOptions }>(approval, person.access_token);
    const prove = (assertion: unknown) =>
      calls().post<{ approval_token: string }>(
        approval,
        { method: 'passkey', assertion },
        person.access_token,
      );
    const options = body.passkey_options;
    const stranger = await calls().keyed();
    for (const wrong of [
      authenticator.assert(options, { origin: 'https://evil.example' }),
      authenticator.assert({ ...options, challenge: Buffer.alloc(32).toString('base64url') }),
      authenticator.assert(options, { counter: 0 }),
      stranger.authenticator.assert(options),
    ])
      expect(await prove(wrong)).toMatchObject({ body: { code: 'APPROVAL_CODE_WRONG' } });
    const given = await prove(authenticator.assert(options, { counter: 50 }));
    expect(given.status).toBe(200);
    const approved = { 'x-approval': given.body.approval_token };
    expect((await remove(path, person.access_token, approved)).status).toBe(204);
    expect(await actionsOf(person.id)).toContain('passkey.copied');
    expect((await get('settings/passkeys', person.access_token)).body).toEqual({ passkeys: [] });
  });
});
