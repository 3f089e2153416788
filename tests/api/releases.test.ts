import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '@bank/contracts/remotes';
import type { NewDeployToken, Release, ReleaseList } from '@bank/contracts/releases';
import { type Bank, startBank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { configOf } from '../support/document-config';
import { call } from '../support/http';
import { buildOf, deployCall, isSigned, operatorToken, ship, upload } from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';

/** What one server may take to hear of a change, ms. */
const agreed = 1_200;

let bank: Bank;
let remotesDir: string;
let token: string;
let admin: SignedIn;
let database: TestConnection;

beforeAll(async () => {
  remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  bank = await startBank({ remotesDir, env: { JOBS_EVERY_SECONDS: '1' } });
  token = await operatorToken(bank);
  database = await connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  lonelyFailure = failOnce();
}, 120_000);

afterAll(async () => {
  await database.end();
  await bank.stop();
  await rm(remotesDir, { recursive: true, force: true });
});

const registryOf = async (query = '', cookie = '') =>
  (await call<Registry>('GET', `${bank.shellUrl}/remotes.json${query}`, { headers: { cookie } })).body
    .remotes;

const versionOf = async (name: string, query = '', cookie = '') =>
  (await registryOf(query, cookie)).find((remote) => remote.name === name)?.version;

const logs = async (action: string) =>
  (await database.rows('SELECT message FROM audit_log WHERE action = ? ORDER BY id', [action])).map(
    ({ message }) => String(message),
  );

describe('a release', () => {
  it('is signed with the key that the shells have, every file by its hash', async () => {
    await ship(bank, token, buildOf('signed', 'globalThis.signed = 1', { files: { 'style.css': 'p{}' } }));
    await sleep(agreed);
    const { registry, registry_keys: keys } = await configOf(`${bank.shellUrl}/signed`);
    const remote = registry.remotes.find(({ name }) => name === 'signed');
    expect(Object.keys(remote?.files ?? {})).toEqual(['entry.js', 'style.css']);
    expect(remote && isSigned(remote, keys[0])).toBe(true);
    expect(remote && isSigned({ ...remote, entry: '/elsewhere.js' }, keys[0])).toBe(false);
  });

  it('stays at its place, immutable, when another takes over, and comes back by a rollback', async () => {
    const first = await ship(bank, token, buildOf('steady', 'first()'));
    const second = await ship(bank, token, buildOf('steady', 'second()'));
    await sleep(agreed);
    expect(await versionOf('steady')).toBe(second);
    const kept = await fetch(`${bank.shellUrl}/remotes/steady/${first}/entry.js`);
    expect([kept.status, await kept.text()]).toEqual([200, 'first()']);
    expect(kept.headers.get('cache-control')).toContain('immutable');
    const back = await deployCall<{ releases: Release[] }>(bank, token, 'POST', 'steady/rollback', {
      reason: 'Le bouton ne répond plus',
    });
    expect(back.body.releases.map(({ version, status }) => [version, status])).toEqual([
      [first, 'live'],
      [second, 'rolled_back'],
    ]);
    await sleep(agreed);
    expect(await versionOf('steady')).toBe(first);
    expect((await logs('release.rolled_back')).at(-1)).toContain('Le bouton ne répond plus');
    const nothing = await deployCall(bank, token, 'POST', 'steady/rollback', { reason: 'Encore' });
    expect([nothing.status, nothing.body]).toMatchObject([409, { code: 'NOTHING_BEFORE' }]);
  });

  it('never changes: other content under the same name is refused', async () => {
    const build = buildOf('fixed', 'one()');
    await upload(bank, token, build);
    const other = { name: 'entry.js', content: Buffer.from('two()').toString('base64') };
    const answer = await deployCall(bank, token, 'PUT', `fixed/${build.manifest.version}/files`, other);
    expect(answer.status).toBe(422);
    const passwd = { name: '../passwd.js', content: other.content };
    expect((await deployCall(bank, token, 'PUT', 'fixed/1.0.0-0123456789/files', passwd)).status).toBe(422);
  });

  it('whose row was changed is refused, and the last good one stays', async () => {
    const good = await ship(bank, token, buildOf('tampered', 'good()'));
    const bad = await upload(bank, token, buildOf('tampered', 'later()'));
    await database.rows(
      `UPDATE releases SET statement = REPLACE(statement, 'entry.js', 'other.js') WHERE version = ?`,
      [bad],
    );
    await deployCall(bank, token, 'POST', 'tampered/activate', { version: bad });
    await sleep(agreed);
    expect(await versionOf('tampered')).toBe(good);
    expect((await logs('release.refused')).at(-1)).toContain(bad);
  });

  it('is the same on a second server within two seconds', async () => {
    const second = new ServerProcess(await freePorts(), {
      ...{ DATABASE_URL: bank.databaseUrl, DATABASE_MIGRATION_URL: bank.migrationUrl },
      ...{ DATA_DIR: bank.dataDir, REMOTES_DIR: remotesDir },
    });
    await second.start();
    try {
      const version = await ship(bank, token, buildOf('shared', 'one()'));
      await sleep(2_000);
      const { body } = await call<Registry>('GET', `http://localhost:${second.port}/remotes.json`);
      expect(body.remotes.find(({ name }) => name === 'shared')?.version).toBe(version);
    } finally {
      await second.stop();
    }
  });

  it('that failed in a browser makes room for the one before it, there alone', async () => {
    const first = await ship(bank, token, buildOf('avoided', 'first()'));
    const second = await ship(bank, token, buildOf('avoided', 'second()'));
    await sleep(agreed);
    expect(await versionOf('avoided', `?avoid=avoided@${second}`)).toBe(first);
    expect(await versionOf('avoided', `?avoid=avoided@${first}`)).toBe(second);
    expect(await versionOf('avoided')).toBe(second);
  });
});

const visit = async () => {
  const answer = await fetch(`${bank.shellUrl}/login`, { redirect: 'manual' });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

const reportOf = (version: string, kind: string, cookie: string, remote = 'failing') =>
  call('POST', `${bank.shellUrl}/api/remotes/reports`, {
    headers: { cookie },
    body: { reports: [{ remote, version, kind, count: 1 }] },
  });

/** Begun with the file: what it waits for takes longer than the other tests. */
let lonelyFailure: ReturnType<typeof failOnce>;

async function failOnce() {
  const live = await ship(bank, token, buildOf('lonely', 'live()'));
  const canary = await ship(bank, token, buildOf('lonely', 'canary()'), 99);
  await sleep(agreed);
  const cookie = await visit();
  await reportOf(canary, 'integrity', cookie, 'lonely');
  const reportedAt = Date.now();
  await sleep(agreed);
  return { live, canary, cookie, reportedAt, shownThen: await versionOf('lonely', '', cookie) };
}

describe('a canary', () => {
  it('is given to its share of visitors, always the same, and to nobody else', async () => {
    const live = await ship(bank, token, buildOf('tried', 'live()'));
    const canary = await ship(bank, token, buildOf('tried', 'canary()'), 25);
    await sleep(agreed);
    expect(await versionOf('tried')).toBe(live);
    const visitors = await Promise.all(Array.from({ length: 60 }, visit));
    expect(new Set(visitors).size).toBe(60);
    const seen = await Promise.all(visitors.map((cookie) => versionOf('tried', '', cookie)));
    const reached = visitors.filter((_, at) => seen[at] === canary);
    expect(reached.length).toBeGreaterThan(3);
    expect(reached.length).toBeLessThan(32);
    expect(new Set(seen)).toEqual(new Set([live, canary]));
    const again = await Promise.all(visitors.map((cookie) => versionOf('tried', '', cookie)));
    expect(again).toEqual(seen);
    await deployCall(bank, token, 'POST', 'tried/promote', {});
    await sleep(agreed);
    expect(await versionOf('tried')).toBe(canary);
  });

  it('goes back by itself when it fails, with a line of the log, and not for what others say', async () => {
    const live = await ship(bank, token, buildOf('failing', 'live()'));
    const canary = await ship(bank, token, buildOf('failing', 'canary()'), 50);
    await sleep(agreed);
    const visitors = await Promise.all(Array.from({ length: 12 }, visit));
    const seen = await Promise.all(visitors.map((cookie) => versionOf('failing', '', cookie)));
    const inside = visitors.filter((_, at) => seen[at] === canary);
    const outside = visitors.filter((_, at) => seen[at] === live);
    for (let times = 0; times < 5; times += 1) await reportOf(canary, 'load', outside[0] ?? '');
    expect(await versionOf('failing', '', inside[0])).toBe(canary);
    for (let times = 0; times < 3; times += 1) await reportOf(canary, 'render', inside[0] ?? '');
    await sleep(agreed);
    expect(await versionOf('failing', '', inside[0])).toBe(live);
    expect((await logs('release.rolled_back')).at(-1)).toContain('100 % d’échecs');
    expect((await logs('remote.failed.render')).at(-1)).toContain(canary);
  });

  it('stays when it fails seldom', async () => {
    await ship(bank, token, buildOf('failing', 'live once more()'));
    const canary = await ship(bank, token, buildOf('failing', 'canary once more()'), 99);
    await sleep(agreed);
    const cookie = await visit();
    const shown = { remote: 'failing', version: canary, kind: 'shown', count: 100 };
    await call('POST', `${bank.shellUrl}/api/remotes/reports`, {
      headers: { cookie },
      body: { reports: [shown] },
    });
    for (let times = 0; times < 4; times += 1) await reportOf(canary, 'render', cookie);
    await sleep(agreed);
    expect(await versionOf('failing', '', cookie)).toBe(canary);
  });
});

describe('a deploy token', () => {
  const byAdmin = <Body>(method: string, address: string, body?: unknown) =>
    call<Body>(method, `${bank.shellUrl}/api/admin/${address}`, { token: admin.token, body });

  it('ships its team’s remotes and no others, until it is revoked', async () => {
    const made = await byAdmin<NewDeployToken>('POST', 'deploy_tokens', {
      team: 'Cartes',
      remotes: ['theirs'],
    });
    expect(made.status).toBe(201);
    await ship(bank, made.body.token, buildOf('theirs', 'theirs()'));
    const other = await deployCall(bank, made.body.token, 'GET', 'steady');
    expect(other.status).toBe(403);
    const listed = JSON.stringify((await byAdmin('GET', 'deploy_tokens')).body);
    expect(listed).toContain('Cartes');
    expect(listed).not.toContain(made.body.token);
    await byAdmin('POST', `deploy_tokens/${made.body.id}/revoke`, {});
    expect((await deployCall(bank, made.body.token, 'GET', 'theirs')).status).toBe(401);
    expect((await logs('release.activated')).some((line) => line.endsWith('par l’équipe Cartes.'))).toBe(
      true,
    );
  });

  it('is no session, and a session is no deploy token', async () => {
    expect((await call('GET', `${bank.shellUrl}/api/admin/releases`, { token })).status).toBe(401);
    expect((await deployCall(bank, admin.token, 'GET', 'steady')).status).toBe(401);
  });

  it('is not needed by an administrator to see and to take back', async () => {
    const before = await ship(bank, token, buildOf('watched', 'before()'));
    await ship(bank, token, buildOf('watched', 'after()'));
    const { body } = await byAdmin<ReleaseList>('GET', 'releases');
    expect(body.remotes.find(({ name }) => name === 'watched')?.releases.map(({ status }) => status)).toEqual(
      ['live', 'retired'],
    );
    const back = await byAdmin<{ releases: Release[] }>('POST', 'releases/watched/rollback', {
      reason: 'Essai',
    });
    expect(back.body.releases[0]).toMatchObject({ version: before, status: 'live' });
  });
});

it('a preview shows one browser what nobody else is shown', async () => {
  const live = await ship(bank, token, buildOf('looked-at', 'live()'));
  const next = await upload(bank, token, buildOf('looked-at', 'next()'));
  await sleep(agreed);
  const { body } = await deployCall<{ proof: string }>(bank, token, 'POST', `looked-at/${next}/preview`, {});
  const answer = await fetch(`${bank.shellUrl}/login?preview=${body.proof}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login']);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  expect(await versionOf('looked-at', '', cookie)).toBe(next);
  expect(await versionOf('looked-at')).toBe(live);
  const forged = cookie.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(await versionOf('looked-at', '', forged)).toBe(live);
});

it('a canary goes back for a single failure too, a little later', async () => {
  const { live, canary, cookie, reportedAt, shownThen } = await lonelyFailure;
  expect(shownThen).toBe(canary);
  await sleep(Math.max(0, reportedAt + 21_000 + agreed - Date.now()));
  expect(await versionOf('lonely', '', cookie)).toBe(live);
}, 60_000);
