/** @jest-environment ./tests/support/bank-environment.ts */
import type { LocalRemote } from '@bank/contracts/local-remotes';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { configOf } from '../support/document-config';
import { call, cookieIn } from '../support/http';
import { logLines } from '../support/log-lines';
import { buildOf, operatorToken, upload } from '../support/release-fixture';
import { sharedBank } from '../support/shared-bank';

const address = 'http://localhost:4103';
const wish: LocalRemote = { remote: 'cards', address };

const { bank, database } = sharedBank();
let customer: SignedIn;
let admin: SignedIn;
let published: PublishedRemote | undefined;

beforeAll(async () => {
  customer = await newCustomer(bank.shellUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  published = await given('');
}, 120_000);

const ask = (who: SignedIn | undefined, body: unknown, cookie = '') =>
  call('POST', `${bank.shellUrl}/api/admin/local_remotes`, {
    token: who?.token,
    headers: { cookie },
    body,
  });

const allowed = async (body: unknown = wish, before = '') => cookieIn(await ask(admin, body, before));

const configWith = (cookie: string) => configOf(`${bank.shellUrl}/login`, cookie);

/** The response to a browser with these cookies at an address of the customer site. */
async function open(path: string, cookie = '') {
  const answer = await fetch(bank.shellUrl + path, { redirect: 'manual', headers: { cookie } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { status: answer.status, policy, location: answer.headers.get('location') };
}

const given = async (cookie: string, remote = 'cards') =>
  (await call<Registry>('GET', `${bank.shellUrl}/remotes.json`, { headers: { cookie } })).body.remotes.find(
    ({ name }) => name === remote,
  );

it('needs an administrator, a loopback address and an uploaded remote, and is logged', async () => {
  expect((await ask(undefined, wish)).status).toBe(401);
  expect((await ask(customer, wish)).status).toBe(403);
  for (const elsewhere of [
    'http://evil.example',
    'https://localhost:4103',
    'http://localhost.evil.example',
    'http://localhost:4103/path',
    'http://localhost:99999',
    'http://localhost@evil.example',
  ])
    expect([elsewhere, (await ask(admin, { ...wish, address: elsewhere })).status]).toEqual([elsewhere, 422]);
  for (const remote of ['nobodys', 'shell'])
    expect([404, 422]).toContain((await ask(admin, { ...wish, remote })).status);
  const answer = await ask(admin, wish);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('set-cookie')).toMatch(
    /^bank_local_remotes=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );
  const lines = await logLines(database, `action = 'local_remote.allowed'`);
  expect(lines).toMatchObject([{ user_id: admin.id }]);
  expect(lines[0]?.message).toContain(address);
});

it('changes the content security policy of one browser only', async () => {
  const cookie = await allowed();
  const { policy } = await open('/login', cookie);
  for (const directive of ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${address}`));
  expect(policy).toMatch(/connect-src [^;]*ws:\/\/localhost:4103/);
  expect((await open('/login')).policy).not.toContain('localhost');
});

it('gives that browser its own unsigned remote at the published routes, and others the signed one', async () => {
  const cookie = await allowed();
  expect(await given(cookie)).toMatchObject({
    entry: `${address}/remoteEntry.js`,
    container: 'bank_cards',
    files: {},
    signature: '',
    routes: published?.routes,
  });
  expect(published?.signature).not.toBe('');
  const more = await allowed({ remote: 'admin-users', address: 'http://[::1]:4107' }, cookie);
  const config = await configWith(more);
  expect(config.local_remotes).toEqual(['cards', 'admin-users']);
  expect(config.local_overrides).toEqual([wish, { remote: 'admin-users', address: 'http://localhost:4107' }]);
  expect((await configWith('')).local_overrides).toBeUndefined();
});

it('gives a team its remote before anybody is shown it, at the routes of its newest upload', async () => {
  const remote = 'first-day';
  const token = await operatorToken(bank);
  await upload(bank, token, buildOf(remote, 'first()'));
  const title = { fr: 'Suite', en: 'Later' };
  const routes = [{ path: '/first-day/later', page: 'later', title }];
  await upload(bank, token, buildOf(remote, 'later()', { manifest: { routes } }));
  const cookie = await allowed({ remote, address });
  expect(await given(cookie, remote)).toMatchObject({
    entry: `${address}/remoteEntry.js`,
    signature: '',
    routes: [{ path: '/first-day/later' }],
  });
  expect((await open('/first-day/later', cookie)).status).toBe(200);
  expect(await given('', remote)).toBeUndefined();
  expect((await open('/first-day/later')).status).toBe(404);
});

it('asks for confirmation at such an address, without loading anything', async () => {
  const path = `/login?remote.cards=${address}`;
  expect((await configOf(bank.shellUrl + path)).local_remote_request).toEqual(wish);
  expect((await open(path)).policy).not.toContain('4103');
  const outside = `${bank.shellUrl}/login?remote.cards=http://evil.example`;
  expect((await configOf(outside)).local_remote_request).toBeUndefined();
  expect((await configOf(`${bank.shellUrl}/login`)).local_remote_request).toBeUndefined();
  expect(await open(`${path}&page=2`, await allowed())).toMatchObject({
    status: 302,
    location: '/login?page=2',
  });
});

it('is void once its proof is changed, and is removed by a reset without a session', async () => {
  const cookie = await allowed();
  const [name, proof = ''] = cookie.split('=');
  const [text = '', seal = ''] = proof.split('.');
  const sealed = JSON.parse(Buffer.from(text, 'base64url').toString()) as { until: number }[];
  expect(sealed[0]?.until).toBeGreaterThan(Date.now() / 1000 + 3_500);
  expect(sealed[0]?.until).toBeLessThanOrEqual(Date.now() / 1000 + 3_600);
  const forged = Buffer.from(
    JSON.stringify([{ ...wish, until: sealed[0]?.until, address: 'http://localhost:1' }]),
  );
  const { policy } = await open('/login', `${name}=${forged.toString('base64url')}.${seal}`);
  expect(policy).not.toContain('localhost');
  const reset = await call('POST', `${bank.shellUrl}/api/remotes/local/reset`, { body: {} });
  expect([reset.status, reset.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringMatching(/^bank_local_remotes=; Path=\/; Max-Age=0;/),
  ]);
});
