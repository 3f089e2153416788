/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import { longIt } from '../support/at-length';
import { Authenticator } from '../support/authenticator';
import { whileLocked } from '../support/held-lock';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { passkeyCalls } from './passkey-fixture';
import { statuses } from './people';

const { bank, database } = sharedBank();
const calls = () => passkeyCalls(bank.shellUrl);
const refused = (code: string) => ({ status: 422, body: { code } });
const linesOf = async (id: number) =>
  (await database.rows('SELECT text FROM audit_log WHERE user_id = ?', [id])).map(({ text }) => text);

it('signs in without a name and without a one-time code, and records the use', async () => {
  const { keyed, signInBy, me, get, post, signIn, approvedBy } = calls();
  const { person, authenticator } = await keyed();
  const { body: setup } = await post<{ secret: string }>('settings/2fa/setup', {}, person.access_token);
  const code = generateSync({ secret: setup.secret });
  const enabling = { route: 'settings/2fa/enable', body: { code } };
  expect((await approvedBy(authenticator, person.access_token, enabling)).status).toBe(200);
  expect((await signIn(person.email)).body.mfa_token).toBeDefined();
  const answer = await signInBy(authenticator);
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id } } });
  expect(answer.headers.get('set-cookie')).toMatch(/known_device=.*HttpOnly/);
  expect(await me(answer.body.access_token)).toBe(200);
  const listed = await get<{ passkeys: { last_used_at: string | null }[] }>(
    'settings/passkeys',
    answer.body.access_token,
  );
  expect(listed.body.passkeys[0]?.last_used_at).toMatch(/Z$/);
  expect(await linesOf(person.id)).toContain('session.opened_by_passkey');
});

it('signs in a person who is signed in already, when asked to', async () => {
  const { keyed, options, verify } = calls();
  const { person, authenticator } = await keyed();
  const { body } = await options<{ rpId: string; challenge: string }>(
    { ceremony: 'authentication' },
    person.access_token,
  );
  expect(body).toMatchObject({ rpId: 'localhost' });
  const answer = await verify(authenticator.assert(body), person.access_token);
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id } } });
});

it.each([
  ['for another origin', { origin: 'https://evil.example' }],
  ['on the other site', { origin: bank.backOfficeUrl }],
  ['in a frame of another site', { crossOrigin: true }],
  ['without verifying the person', { unverified: true }],
  ['for another domain', { rpId: 'evil.example' }],
  ['with the handle of another person', { userHandle: Buffer.alloc(32).toString('base64url') }],
])('refuses an assertion made %s', async (_what, forged) => {
  const { keyed, asked, verify, signInBy } = calls();
  const { authenticator } = await keyed();
  expect(await verify(authenticator.assert(await asked(), forged))).toMatchObject(refused('PASSKEY_REFUSED'));
  expect((await signInBy(authenticator)).status).toBe(200);
});

it('refuses an assertion for a challenge that is late, unknown, used, or of a registration', async () => {
  const { keyed, asked, options, verify } = calls();
  const { person, authenticator } = await keyed();
  const late = await asked();
  await database.rows(
    'UPDATE passkey_challenges SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE user_id IS NULL',
  );
  expect(await verify(authenticator.assert(late))).toMatchObject(refused('PASSKEY_EXPIRED'));
  const once = await asked();
  const assertion = authenticator.assert(once);
  expect((await verify(assertion)).status).toBe(200);
  expect(await verify(assertion)).toMatchObject(refused('PASSKEY_EXPIRED'));
  expect(await verify(authenticator.assert(once))).toMatchObject(refused('PASSKEY_EXPIRED'));
  const unknown = { ...once, challenge: Buffer.alloc(32).toString('base64url') };
  expect(await verify(authenticator.assert(unknown))).toMatchObject(refused('PASSKEY_EXPIRED'));
  const { body } = await options({}, person.access_token);
  const registering = { rpId: 'localhost', challenge: body.challenge };
  expect(await verify(authenticator.assert(registering))).toMatchObject(refused('PASSKEY_EXPIRED'));
});

it('refuses another person’s signature, and one that was altered', async () => {
  const { keyed, asked, verify } = calls();
  const [one, two] = [await keyed(), await keyed()];
  const stolen = { ...two.authenticator.assert(await asked()), id: one.authenticator.id };
  expect(await verify({ ...stolen, rawId: one.authenticator.id })).toMatchObject(refused('PASSKEY_REFUSED'));
  const honest = one.authenticator.assert(await asked());
  const altered = {
    ...honest.response,
    authenticatorData: two.authenticator.assert(await asked()).response.authenticatorData,
  };
  expect(await verify({ ...honest, response: altered })).toMatchObject(refused('PASSKEY_REFUSED'));
});

it('refuses a counter that did not advance, as that of a copied key, and records it in the log', async () => {
  const { keyed, asked, verify, signInBy } = calls();
  const { person, authenticator } = await keyed();
  authenticator.counter = 7;
  expect((await signInBy(authenticator)).status).toBe(200);
  for (const counter of [8, 7, 0]) {
    const copy = authenticator.assert(await asked(), { counter });
    expect(await verify(copy)).toMatchObject(refused('PASSKEY_REFUSED'));
  }
  expect((await linesOf(person.id)).filter((text) => text === 'passkey.copied')).toHaveLength(3);
  const unsigned = authenticator.assert(await asked(), { counter: 1 });
  unsigned.response.signature = Buffer.alloc(70).toString('base64url');
  await verify(unsigned);
  expect((await linesOf(person.id)).filter((text) => text === 'passkey.copied')).toHaveLength(3);
});

it('accepts a key without a counter again and again', async () => {
  const { keyed, asked, verify } = calls();
  const { authenticator } = await keyed();
  for (let time = 0; time < 2; time += 1) {
    expect((await verify(authenticator.assert(await asked(), { counter: 0 }))).status).toBe(200);
  }
});

it.each([
  ['inactive', `UPDATE users SET status = 'inactive' WHERE id = ?`],
  ['deleted', 'UPDATE users SET deleted_at = NOW(3) WHERE id = ?'],
])('refuses a person who is %s as an unknown passkey is', async (_state, change) => {
  const { keyed, asked, verify, signInBy } = calls();
  const { person, authenticator } = await keyed();
  await database.rows(change, [person.id]);
  const { request_id: _one, ...known } = (await signInBy(authenticator)).body as { request_id?: string };
  const stranger = new Authenticator(bank.shellUrl);
  const { request_id: _two, ...unknown } = (await verify(stranger.assert(await asked()))).body as {
    request_id?: string;
  };
  expect(known).toEqual(unknown);
  expect(known).toMatchObject({ code: 'PASSKEY_REFUSED' });
});

it('opens no session by a passkey that is removed while it signs in', async () => {
  const { keyed, asked, verify } = calls();
  const { person, authenticator } = await keyed();
  const assertion = authenticator.assert(await asked());
  const answer = await whileLocked(bank, {
    lock: `SELECT 1 FROM users WHERE id = ${person.id} FOR UPDATE`,
    begin: () => verify(assertion),
    waits: `FROM users WHERE id = ${person.id} AND users.status = 'active' AND users.deleted_at IS NULL FOR UPDATE`,
    then: `DELETE FROM passkeys WHERE user_id = ${person.id}`,
  });
  expect(answer).toMatchObject(refused('PASSKEY_REFUSED'));
  expect(await linesOf(person.id)).not.toContain('session.opened_by_passkey');
});

it('slows down after five wrong assertions of a passkey, wherever they come from', async () => {
  const { keyed } = calls();
  const { authenticator } = await keyed();
  const codes = [];
  for (let time = 0; time < 6; time += 1) {
    const { asked, verify } = calls();
    const { body } = await verify(authenticator.assert(await asked(), { unverified: true }));
    codes.push(body.code);
  }
  expect(codes).toEqual([...Array<string>(5).fill('PASSKEY_REFUSED'), 'TOO_MANY_ATTEMPTS']);
});

longIt('completes a sign-in on another server than it began on, once', async () => {
  const { keyed, asked } = calls();
  const { authenticator } = await keyed();
  const server = new ServerProcess(await freePorts(), {
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
    SHELL_ORIGIN: bank.shellUrl,
    TRUST_PROXY: '1',
    JOBS_EVERY_SECONDS: '0',
  });
  await server.start();
  try {
    const assertion = authenticator.assert(await asked());
    const urls = [bank.shellUrl, `http://localhost:${server.port}`];
    const answers = await Promise.all([...urls, ...urls].map((url) => passkeyCalls(url).verify(assertion)));
    expect(statuses(answers)).toEqual({ 200: 1, 422: 3 });
  } finally {
    await server.stop();
  }
});
