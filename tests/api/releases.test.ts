import { randomBytes } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '@bank/contracts/remotes';
import {
  canaryLimits,
  keptDays,
  type NewDeployToken,
  type Release,
  type ReleaseList,
  unpublishedDays,
} from '@bank/contracts/releases';
import { longIt } from '../support/at-length';
import type { Bank } from '../support/bank';
import { ageSessions, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { configOf } from '../support/document-config';
import { call } from '../support/http';
import {
  buildOf,
  deployCall,
  isRegistrySigned,
  isSigned,
  releaseBank,
  ship,
  upload,
} from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';
import { logLines } from '../support/log-lines';
import { lastOf, until } from '../support/until';
import { approvalCalls } from './approval-fixture';

/** How long another server may take to notice a change, ms. */
const agreed = 1_200;

let bank: Bank;
let remotesDir: string;
let token: string;
let admin: SignedIn;
let database: TestConnection;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ bank, remotesDir, token, database, admin, stop } = await releaseBank({ JOBS_EVERY_SECONDS: '1' }));
}, 120_000);

afterAll(() => stop());

const registryOf = async (query = '', cookie = '') =>
  (await call<Registry>('GET', `${bank.shellUrl}/remotes.json${query}`, { headers: { cookie } })).body
    .remotes;

const versionOf = async (name: string, query = '', cookie = '') =>
  (await registryOf(query, cookie)).find((remote) => remote.name === name)?.version;

/** Waits until the server has noticed what was released. */
const shows = async (name: string, version: string) =>
  expect(
    await lastOf(
      () => versionOf(name),
      (found) => found === version,
    ),
  ).toBe(version);

const logs = async (action: string) =>
  (await logLines(database, 'action = ?', [action])).map(({ message }) => message);

describe('a release', () => {
  it('is signed with the shells’ key, with the hash of every file', async () => {
    await ship(bank, token, buildOf('signed', 'globalThis.signed = 1', { files: { 'style.css': 'p{}' } }));
    await until(async () => (await versionOf('signed')) !== undefined);
    const { registry, registry_keys: keys } = await configOf(`${bank.shellUrl}/signed`);
    const remote = registry.remotes.find(({ name }) => name === 'signed');
    expect(Object.keys(remote?.files ?? {})).toEqual(['entry.js', 'style.css']);
    expect(remote && isSigned(remote, keys[0])).toBe(true);
    expect(remote && isSigned({ ...remote, entry: '/elsewhere.js' }, keys[0])).toBe(false);
  });

  it('stays at its address, immutable, when another is released, and returns by a rollback', async () => {
    const first = await ship(bank, token, buildOf('steady', 'first()'));
    const second = await ship(bank, token, buildOf('steady', 'second()'));
    await shows('steady', second);
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
    await shows('steady', first);
    expect((await logs('release.rolled_back')).at(-1)).toContain('Le bouton ne répond plus');
    const nothing = await deployCall(bank, token, 'POST', 'steady/rollback', { reason: 'Encore' });
    expect([nothing.status, nothing.body]).toMatchObject([409, { code: 'NOTHING_BEFORE' }]);
  });

  it('that was rolled back returns only when it is published again', async () => {
    const live = await ship(bank, token, buildOf('returning', 'live()'));
    const build = buildOf('returning', 'taken back()');
    const version = await ship(bank, token, build);
    await deployCall(bank, token, 'POST', 'returning/rollback', { reason: 'Une faille' });
    for (const share of [100, 10]) {
      const again = await deployCall(bank, token, 'POST', 'returning/activate', { version, share });
      expect([again.status, again.body]).toMatchObject([409, { code: 'RELEASE_ROLLED_BACK' }]);
    }
    const { status } = await deployCall(bank, token, 'POST', 'returning/promote', {});
    expect(status).toBe(409);
    await shows('returning', live);
    expect(await ship(bank, token, build)).toBe(version);
    expect((await logs('release.published_anew')).at(-1)).toContain(version);
    const nav = [{ path: '/returning', label: { fr: 'a', en: 'a' }, icon: 'a', order: 1 }];
    const other = { ...build, manifest: { ...build.manifest, nav } };
    await deployCall(bank, token, 'POST', 'returning/rollback', { reason: 'Encore une faille' });
    await expect(ship(bank, token, other)).rejects.toThrow();
  });

  it('that was on trial before it is published again keeps its files for open pages', async () => {
    const live = await ship(bank, token, buildOf('tried-again', 'live()'));
    const build = buildOf('tried-again', 'trial()');
    const version = await ship(bank, token, build, 10);
    await deployCall(bank, token, 'POST', 'tried-again/rollback', { reason: 'Un essai raté' });
    await upload(bank, token, build);
    const unseen = await upload(bank, token, buildOf('tried-again', 'unseen()'));
    const entry = (of: string) => fetch(`${bank.shellUrl}/remotes/tried-again/${of}/entry.js`);
    expect((await entry(version)).status).toBe(200);
    expect((await entry(unseen)).status).toBe(404);
    const aged = 'UPDATE releases SET changed_at = changed_at - INTERVAL ? DAY WHERE remote = ?';
    await database.rows(aged, [unpublishedDays + 1, 'tried-again']);
    await bank.restart();
    const isKept = async () => {
      const { body } = await deployCall<{ releases: Release[] }>(bank, token, 'GET', 'tried-again');
      return Object.fromEntries(body.releases.map((release) => [release.version, release.is_kept]));
    };
    await until(async () => !(await isKept())[unseen]);
    expect(await isKept()).toMatchObject({ [version]: true, [live]: true });
    await database.rows(aged, [keptDays, 'tried-again']);
    await bank.restart();
    await until(async () => !(await isKept())[version]);
  });

  it('is in a registry signed with a sequence that rises with every change', async () => {
    const ask = async () => (await call<Registry>('GET', `${bank.shellUrl}/remotes.json`)).body;
    await shows('counted', await ship(bank, token, buildOf('counted', 'one()')));
    const { registry_keys: keys } = await configOf(`${bank.shellUrl}/counted`);
    const before = await ask();
    await ship(bank, token, buildOf('counted', 'two()'));
    await deployCall(bank, token, 'POST', 'counted/rollback', { reason: 'Essai' });
    const after = await lastOf(ask, ({ sequence }) => sequence >= before.sequence + 2);
    expect(after.sequence).toBeGreaterThanOrEqual(before.sequence + 2);
    expect(isRegistrySigned(after, keys[0])).toBe(true);
    expect(isRegistrySigned({ ...before, sequence: after.sequence }, keys[0])).toBe(false);
    const { registry } = await configOf(`${bank.shellUrl}/counted`);
    expect(isRegistrySigned(registry, keys[0])).toBe(true);
  });

  it('never changes: other content of the same version is refused', async () => {
    const build = buildOf('fixed', 'one()');
    await upload(bank, token, build);
    const other = { name: 'entry.js', content: Buffer.from('two()').toString('base64') };
    const answer = await deployCall(bank, token, 'PUT', `fixed/${build.manifest.version}/files`, other);
    expect(answer.status).toBe(422);
    const passwd = { name: '../passwd.js', content: other.content };
    expect((await deployCall(bank, token, 'PUT', 'fixed/1.0.0-0123456789/files', passwd)).status).toBe(422);
  });

  it('whose row was altered is refused, and the last good one stays', async () => {
    const good = await ship(bank, token, buildOf('tampered', 'good()'));
    await shows('tampered', good);
    const bad = await upload(bank, token, buildOf('tampered', 'later()'));
    await database.rows(
      `UPDATE releases SET statement = REPLACE(statement, 'entry.js', 'other.js') WHERE version = ?`,
      [bad],
    );
    await deployCall(bank, token, 'POST', 'tampered/activate', { version: bad });
    // A server verifies what it is asked for.
    const refused = async () => {
      expect(await versionOf('tampered')).toBe(good);
      return logs('release.refused');
    };
    expect((await lastOf(refused, (lines) => lines.length > 0)).at(-1)).toContain(bad);
  });

  it('whose key is gone is shown again once its team has shipped the same build again', async () => {
    const good = await ship(bank, token, buildOf('forgotten', 'signed()'));
    await shows('forgotten', good);
    await database.rows(`UPDATE releases SET signature = 'of a key that is gone' WHERE version = ?`, [good]);
    await until(async () => (await versionOf('forgotten')) === undefined);
    await ship(bank, token, buildOf('forgotten', 'signed()'));
    await shows('forgotten', good);
  });

  it('of the installation is shown that a server was killed before showing, and none that was taken back', async () => {
    const dist = path.join(remotesDir, 'installed', 'dist');
    const manifestFile = path.join(dist, 'remote.json');
    await mkdir(dist, { recursive: true });
    const { manifest, files } = buildOf('installed', 'installed()');
    await writeFile(path.join(dist, 'entry.js'), files['entry.js'] ?? '');
    await writeFile(manifestFile, JSON.stringify(manifest));
    await shows('installed', manifest.version);
    const leaveAs = (status: string) =>
      database.rows('UPDATE releases SET status = ?, live_from = NULL WHERE remote = ?', [
        status,
        'installed',
      ]);
    const startAgain = (second: number) => utimes(manifestFile, second, second);
    await leaveAs('uploaded');
    await until(async () => (await versionOf('installed')) === undefined);
    await startAgain(1_000_000);
    await shows('installed', manifest.version);
    await leaveAs('rolled_back');
    await startAgain(2_000_000);
    await until(async () => (await versionOf('installed')) === undefined);
    await shows('next', await ship(bank, token, buildOf('next', 'next()')));
    expect(await versionOf('installed')).toBeUndefined();
  });

  it('gets no more files, and serves none that it does not name', async () => {
    const build = buildOf('closed', 'closed()');
    const { version } = build.manifest;
    const content = Buffer.from('more()').toString('base64');
    const send = (name: string) =>
      deployCall<{ code: string }>(bank, token, 'PUT', `closed/${version}/files`, { name, content });
    expect((await send('before.js')).status).toBe(204);
    await ship(bank, token, build);
    await shows('closed', version);
    expect(await send('after.js')).toMatchObject({ status: 422, body: { code: 'RELEASE_REFUSED' } });
    const statusOf = async (name: string) =>
      (await fetch(`${bank.shellUrl}/remotes/closed/${version}/${name}`)).status;
    expect([await statusOf('entry.js'), await statusOf('before.js'), await statusOf('after.js')]).toEqual([
      200, 404, 404,
    ]);
  });

  longIt('is the same on a second server within two seconds', async () => {
    const second = new ServerProcess(await freePorts(), {
      DATABASE_URL: bank.databaseUrl,
      DATABASE_MIGRATION_URL: bank.migrationUrl,
      DATA_DIR: bank.dataDir,
      REMOTES_DIR: remotesDir,
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

  it('that failed in a browser is replaced by the previous one, in that browser only', async () => {
    const first = await ship(bank, token, buildOf('avoided', 'first()'));
    const second = await ship(bank, token, buildOf('avoided', 'second()'));
    await shows('avoided', second);
    expect(await versionOf('avoided', `?avoid=avoided@${second}`)).toBe(first);
    expect(await versionOf('avoided', `?avoid=avoided@${first}`)).toBe(second);
  });
});

const visit = async () => {
  const answer = await fetch(`${bank.shellUrl}/login`, { redirect: 'manual' });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

/** Waits until visitors get a canary. */
const reaches = (name: string, canary: string) =>
  until(async () => (await versionOf(name, '', await visit())) === canary);

/** A report of one visitor, by default from a unique address. */
const reportOf = (
  version: string,
  kind: string,
  cookie: string,
  { from = ownAddress(), count = 1, remote = 'failing' } = {},
) =>
  call('POST', `${bank.shellUrl}/api/remotes/reports`, {
    headers: { cookie, 'x-forwarded-for': from },
    body: { reports: [{ remote, version, kind, count }] },
  });

let addresses = 0;
const ownAddress = () => `2001:db8:${(addresses += 1).toString(16)}::1`;

/** A canary for nearly all visitors, and several browsers that get it. */
async function tried(name: string, visitors: number) {
  const live = await ship(bank, token, buildOf(name, 'live()'));
  const canary = await ship(bank, token, buildOf(name, 'canary()'), 99);
  await reaches(name, canary);
  const inside: string[] = [];
  while (inside.length < visitors) {
    const cookie = await visit();
    if ((await versionOf(name, '', cookie)) === canary) inside.push(cookie);
  }
  const report = (kind: string, cookie: string, from: { from?: string; count?: number } = {}) =>
    reportOf(canary, kind, cookie, { ...from, remote: name });
  const shown = () => versionOf(name, '', inside[0]);
  return { live, canary, inside, report, shown };
}

describe('a canary', () => {
  it('is given to its share of visitors only, always the same ones', async () => {
    const live = await ship(bank, token, buildOf('tried', 'live()'));
    const canary = await ship(bank, token, buildOf('tried', 'canary()'), 25);
    await reaches('tried', canary);
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
    await shows('tried', canary);
  });

  it('is rolled back automatically when it fails for several visitors, which is logged', async () => {
    const { live, canary, inside, report, shown } = await tried('broken', canaryLimits.failedVisitors);
    for (const cookie of inside.slice(1)) await report('render', cookie);
    expect(await shown()).toBe(canary);
    await report('load', inside[0] ?? '');
    expect(await lastOf(shown, (version) => version === live)).toBe(live);
    expect((await logs('release.rolled_back')).at(-1)).toContain('100 % d’échecs');
    expect((await logs('remote.failed.render')).at(-1)).toContain(canary);
  });

  describe('stays', () => {
    type Tried = Awaited<ReturnType<typeof tried>>;
    let [seldom, shouted, forged, gathered]: Tried[] = [];
    const isKept = async (one?: Tried) => expect(await one?.shown()).toBe(one?.canary ?? 'a canary');

    /** All at once: what other servers do takes them seconds to notice. */
    beforeAll(async () => {
      const all = [tried('seldom', 8), tried('shouted', 1), tried('forged', 1), tried('gathered', 8)];
      [seldom, shouted, forged, gathered] = await Promise.all(all);
      for (const cookie of seldom?.inside ?? []) await seldom?.report('shown', cookie, { count: 100 });
      for (const cookie of seldom?.inside.slice(0, canaryLimits.failedVisitors - 1) ?? [])
        await seldom?.report('render', cookie);
      const loud = shouted?.inside[0] ?? '';
      await shouted?.report('load', loud, { count: 100 });
      for (let times = 0; times < 8; times += 1) await shouted?.report('load', loud);
      for (let times = 0; times < 12; times += 1) {
        const made = randomBytes(16).toString('base64url');
        await forged?.report('load', `bank_visitor=${made}`, { count: 100 });
      }
      for (const [at, cookie] of gathered?.inside.entries() ?? []) {
        await gathered?.report('load', cookie, { from: '203.0.113.7' });
        await gathered?.report('render', cookie, { from: `2001:db8:ffff:1::${at + 1}` });
      }
      await sleep(agreed);
    });

    it('when it fails for few of many', () => isKept(seldom));

    it('regardless of one visitor’s reports, from any number of addresses', async () => {
      await isKept(shouted);
      const { body } = await deployCall<{ releases: Release[] }>(bank, token, 'GET', 'shouted');
      expect(body.releases.find(({ version }) => version === shouted?.canary)?.reports.load).toBe(1);
    });

    it('regardless of reports with forged cookies', () => isKept(forged));

    it('regardless of many cookies from one address or one IPv6 network', () => isKept(gathered));
  });

  it('accepts a limited number of reports from one address', async () => {
    const from = '203.0.113.99';
    // More than two minutes accept: the calls may fall into two of them.
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => reportOf('1.0.0-0123456789', 'load', '', { from })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await reportOf('1.0.0-0123456789', 'load', '')).status).toBe(204);
  });
});

describe('a deploy token', () => {
  const byAdmin = <Body>(method: string, address: string, body?: unknown) =>
    call<Body>(method, `${bank.shellUrl}/api/admin/${address}`, { token: admin.token, body });

  it('is of a team that has a name', async () => {
    for (const [team, refusal] of [
      [' ', 'Ce champ est obligatoire.'],
      ['A', 'Ce texte est trop court.'],
    ]) {
      const { status, body } = await byAdmin('POST', 'deploy_tokens', { team, remotes: ['theirs'] });
      expect([status, body]).toMatchObject([422, { fields: { team: refusal } }]);
    }
  });

  it.each([
    ['without a second factor', false],
    ['with one', true],
  ])(
    'is made at once by who has just signed in %s, by an older session with an approval alone, and reported to them',
    async (_factor, hasFactor) => {
      const maker = await newCustomer(bank.shellUrl);
      await promote(database, maker, ['releases']);
      const { ask, enrol, codeFor, prove } = approvalCalls(bank.shellUrl, database);
      const factor = hasFactor ? await enrol(maker) : undefined;
      const body = { team: 'Relais', remotes: ['relay', 'race'], hosts: ['shell', 'back-office'] };
      const make = (headers = {}) =>
        ask<{ code?: string; approval: { id: number } }>(maker, 'POST', 'admin/deploy_tokens', {
          body,
          headers,
        });
      expect((await make()).status).toBe(201);
      await ageSessions(database, maker);
      const asked = await make();
      const summary = { action: 'deploy_token', detail: 'Relais · relay, race · site client, back-office' };
      expect(asked).toMatchObject({
        status: 403,
        body: { code: 'APPROVAL_REQUIRED', approval: { summary } },
      });
      const { id } = asked.body.approval;
      const code = factor ? await factor.fresh() : await codeFor(id);
      const { approval_token: given } = (await prove(maker, id, { code })).body;
      expect((await make({ 'X-Approval': given })).status).toBe(201);
      const [made] = await database.rows(
        'SELECT COUNT(*) AS tokens FROM deploy_tokens WHERE created_by = ?',
        [maker.id],
      );
      expect(Number(made?.tokens)).toBe(2);
      const told = `SELECT type FROM notifications WHERE user_id = ? AND text_key = 'deploy_token_made'`;
      expect(await database.rows(told, [maker.id])).toEqual([{ type: 'security' }, { type: 'security' }]);
    },
  );

  it('ships its team’s remotes only, until it is revoked', async () => {
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

  it('ends when who created it may no longer publish, also when they change balances now', async () => {
    const maker = await newCustomer(bank.shellUrl);
    await promote(database, maker, ['releases']);
    const made = await call<NewDeployToken>('POST', `${bank.shellUrl}/api/admin/deploy_tokens`, {
      token: maker.token,
      body: { team: 'Partis', remotes: ['parted'] },
    });
    await ship(bank, made.body.token, buildOf('parted', 'parted()'));
    await promote(database, maker, ['payments']);
    expect((await deployCall(bank, made.body.token, 'GET', 'parted')).status).toBe(401);
    await expect(ship(bank, made.body.token, buildOf('parted', 'later()'))).rejects.toThrow();
    await promote(database, maker, ['releases']);
    expect((await deployCall(bank, made.body.token, 'GET', 'parted')).status).toBe(401);
    const { tokens } = (
      await byAdmin<{ tokens: { id: number; revoked_at: string | null }[] }>('GET', 'deploy_tokens')
    ).body;
    expect(tokens.find(({ id }) => id === made.body.id)?.revoked_at).toEqual(expect.any(String));
  });

  it('is no session, and a session is no deploy token', async () => {
    expect((await call('GET', `${bank.shellUrl}/api/admin/releases`, { token })).status).toBe(401);
    expect((await deployCall(bank, admin.token, 'GET', 'steady')).status).toBe(401);
  });

  it('is not needed by an administrator for listing and rolling back', async () => {
    const before = await ship(bank, token, buildOf('watched', 'before()'));
    await ship(bank, token, buildOf('watched', 'after()'));
    const { body } = await byAdmin<ReleaseList>('GET', 'releases');
    expect(body.remotes.find(({ name }) => name === 'watched')?.releases.map(({ status }) => status)).toEqual(
      ['live', 'retired'],
    );
    const [live] = body.remotes.find(({ name }) => name === 'watched')?.releases ?? [];
    // Not what was a trial, or another version, when the reader looked.
    for (const shown of [
      { version: live?.version, status: 'canary' },
      { version: before, status: 'live' },
    ]) {
      expect(await byAdmin('POST', 'releases/watched/rollback', { reason: 'Essai', shown })).toMatchObject({
        status: 409,
        body: { code: 'RELEASE_CHANGED' },
      });
    }
    const back = await byAdmin<{ releases: Release[] }>('POST', 'releases/watched/rollback', {
      reason: 'Essai',
      shown: { version: live?.version, status: 'live' },
    });
    expect(back.body.releases[0]).toMatchObject({ version: before, status: 'live' });
  });
});

describe('the release that a rollback returns to', () => {
  const listed = async (name: string) =>
    (await deployCall<{ releases: Release[] }>(bank, token, 'GET', name)).body.releases;

  it('is listed below any number of newer ones, and no trial that has ended counts as one', async () => {
    const before = await ship(bank, token, buildOf('long-listed', 'before()'));
    await ship(bank, token, buildOf('long-listed', 'trial()'), 10);
    const live = await ship(bank, token, buildOf('long-listed', 'live()'));
    for (let number = 0; number < 10; number += 1)
      await upload(bank, token, buildOf('long-listed', `more(${number})`));
    const releases = await listed('long-listed');
    expect(releases).toHaveLength(10);
    expect(releases[0]?.version).toBe(live);
    expect(releases.filter(({ is_before }) => is_before).map(({ version }) => version)).toEqual([before]);
    const only = await ship(bank, token, buildOf('only-tried', 'trial()'), 10);
    await ship(bank, token, buildOf('only-tried', 'live()'));
    expect((await listed('only-tried')).find(({ version }) => version === only)).toMatchObject({
      status: 'retired',
      is_before: false,
    });
  });

  it('is not swept, however long the one after it is live', async () => {
    const first = await ship(bank, token, buildOf('aged', 'first()'));
    const before = await ship(bank, token, buildOf('aged', 'before()'));
    await ship(bank, token, buildOf('aged', 'live()'));
    const longAgo = 'UPDATE releases SET changed_at = changed_at - INTERVAL ? DAY WHERE remote = ?';
    await database.rows(longAgo, [keptDays + 1, 'aged']);
    await bank.restart();
    const isKept = async () =>
      Object.fromEntries((await listed('aged')).map(({ version, is_kept }) => [version, is_kept]));
    await until(async () => !(await isKept())[first]);
    expect((await isKept())[before]).toBe(true);
    expect((await deployCall(bank, token, 'POST', 'aged/rollback', { reason: 'Après un mois' })).status).toBe(
      200,
    );
    await shows('aged', before);
  });
});
