import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '@bank/contracts/remotes';
import {
  canaryLimits,
  type NewDeployToken,
  type Release,
  type ReleaseChecks,
} from '@bank/contracts/releases';
import { longIt } from '../support/at-length';
import type { Bank } from '../support/bank';
import { newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { configOf } from '../support/document-config';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import {
  type Build,
  buildOf,
  deployCall,
  releaseBank,
  requestOf,
  shellOf,
  ship,
  upload,
} from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';

let bank: Bank;
let remotesDir: string;
let token: string;
let admin: SignedIn;
let database: TestConnection;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ bank, remotesDir, token, database, admin, stop } = await releaseBank());
}, 120_000);

afterAll(() => stop());

/** The shell that a document names. */
const shellIn = async (cookie = '', address = `${bank.shellUrl}/login`) =>
  (await configOf(address, cookie)).host_version;
const shows = (version: string, cookie = '', address?: string) =>
  until(async () => (await shellIn(cookie, address)) === version);

/** By which the worker of an open browser closes the document that it keeps. */
const sequence = async () =>
  Number((await fetch(`${bank.shellUrl}/dashboard`)).headers.get('registry-sequence'));

const fileOf = (build: Build, url = bank.shellUrl) =>
  fetch(`${url}/assets/shell/${(build.manifest.scripts as string[])[0]}`);

const deploy = <Body>(address: string, body: unknown = {}, by = token) =>
  deployCall<Body>(bank, by, 'POST', address, body);
const takeBack = (name = 'shell') =>
  deploy<{ releases: Release[] }>(`${name}/rollback`, { reason: 'Un essai' });

const logs = async (action: string) =>
  (await logLines(database, 'action = ?', [action])).map(({ message }) => message);

/** The cookie of a new visitor. */
const visit = async () => {
  const answer = await fetch(`${bank.shellUrl}/login`, { redirect: 'manual' });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

async function visitorsOf(canary: string, count: number): Promise<string[]> {
  const inside: string[] = [];
  await until(async () => {
    const cookie = await visit();
    if (cookie && (await shellIn(cookie)) === canary) inside.push(cookie);
    return inside.length === count;
  });
  return inside;
}

describe('a shell', () => {
  it('is released without a restart; its old files stay, and it returns by a rollback', async () => {
    const [first, second] = [shellOf('first()'), shellOf('second()')];
    await ship(bank, token, first);
    await shows(first.manifest.version);
    const html = await (await fetch(`${bank.shellUrl}/login`)).text();
    expect(html).toMatch(new RegExp(`/assets/shell/main\\.[^"]+" integrity="sha256-`));
    expect(await (await fetch(`${bank.shellUrl}/worker.js`)).text()).toBe('worker("first()")');
    await ship(bank, token, second);
    await shows(second.manifest.version);
    const kept = await fileOf(first);
    expect([kept.status, await kept.text()]).toEqual([200, 'first()']);
    expect(kept.headers.get('cache-control')).toContain('immutable');
    const withSecond = await sequence();
    const back = await call<{ releases: Release[] }>(
      'POST',
      `${bank.shellUrl}/api/admin/releases/shell/rollback`,
      { token: admin.token, body: { reason: 'Une page blanche' } },
    );
    expect(back.body.releases[0]).toMatchObject({ version: first.manifest.version, status: 'live' });
    await shows(first.manifest.version);
    expect(await sequence()).toBeGreaterThan(withSecond);
    expect((await logs('release.rolled_back')).at(-1)).toContain('Une page blanche');
    // Also for who has a page of it open.
    expect((await fileOf(second)).status).toBe(200);
    // No link brings it back.
    const named = `?shell=${second.manifest.version}`;
    expect(await shellIn('', `${bank.shellUrl}/login${named}`)).toBe(first.manifest.version);
    expect(await (await fetch(`${bank.shellUrl}/worker.js${named}`)).text()).toBe('worker("first()")');
    expect(await shellIn('', `${bank.backOfficeUrl}/login`)).not.toBe(first.manifest.version);
  });

  it('has documents that name only files with their hash, also beside later releases', async () => {
    const first = shellOf('first of two');
    await ship(bank, token, first);
    await ship(bank, token, shellOf('second of two'));
    await deployCall(bank, token, 'POST', 'shell/rollback', { reason: 'Retour' });
    await shows(first.manifest.version);
    const { host_files: files } = await configOf(`${bank.shellUrl}/login`);
    expect(Object.keys(files)).toEqual(first.manifest.scripts);
    for (const [file, hash] of Object.entries(files)) {
      const served = Buffer.from(await (await fetch(`${bank.shellUrl}/assets/shell/${file}`)).arrayBuffer());
      expect(`sha256-${createHash('sha256').update(served).digest('base64')}`).toBe(hash);
    }
    // A worker has the same name in each release: its only address is that of the site's root.
    expect((await fetch(`${bank.shellUrl}/assets/shell/worker.js`)).status).toBe(404);
    expect(await (await fetch(`${bank.shellUrl}/worker.js`)).text()).toContain('first of two');
  });

  it('that was taken back is not shown again by a replay, nor by an altered or a borrowed signature', async () => {
    const [good, bad] = [shellOf('good()'), shellOf('bad()')];
    await ship(bank, token, good);
    await ship(bank, token, bad);
    await takeBack();
    const again = await deploy('shell/activate', { version: bad.manifest.version });
    expect([again.status, again.body]).toMatchObject([409, { code: 'RELEASE_ROLLED_BACK' }]);
    const forged = await upload(bank, token, shellOf('forged()'));
    const borrowed = await upload(bank, token, shellOf('borrowed()'));
    await database.rows(
      "UPDATE releases SET statement = REPLACE(statement, 'sha256-', 'sha256-A') WHERE version = ?",
      [forged],
    );
    await database.rows(
      `UPDATE releases lent, releases target SET target.statement = lent.statement,
         target.signature = lent.signature WHERE lent.version = ? AND target.version = ?`,
      [bad.manifest.version, borrowed],
    );
    for (const version of [forged, borrowed]) {
      await database.rows(
        `UPDATE releases SET status = 'retired', live_until = NOW(3) + INTERVAL 1 DAY
         WHERE remote = 'shell' AND status = 'live'`,
      );
      await database.rows("UPDATE releases SET status = 'live' WHERE version = ?", [version]);
      await until(async () => {
        const shown = await shellIn();
        return (
          shown === good.manifest.version &&
          Boolean((await logs('release.refused')).at(-1)?.includes(version))
        );
      });
    }
    await database.rows("UPDATE releases SET status = 'rolled_back' WHERE version IN (?, ?)", [
      forged,
      borrowed,
    ]);
    await ship(bank, token, good);
  });

  it('is shipped by no token of another team or site, and its name by no remote', async () => {
    const tokenFor = async (remotes: string[], hosts: string[]) => {
      const body = { team: 'Autre', remotes, hosts };
      const url = `${bank.shellUrl}/api/admin/deploy_tokens`;
      return (await call<NewDeployToken>('POST', url, { token: admin.token, body })).body.token;
    };
    const build = shellOf('stolen()');
    const { version } = build.manifest;
    const stolen = await tokenFor(['cards'], ['shell', 'back-office']);
    expect((await deploy(`shell/${version}/checks`, requestOf(build), stolen)).status).toBe(403);
    const elsewhere = await tokenFor(['shell'], ['back-office']);
    const refused = await deploy(`shell/${version}/checks`, requestOf(build), elsewhere);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'SITE_NOT_ALLOWED' }]);
    const disguised = buildOf('shell', 'remote()');
    const answer = await deploy(`shell/${disguised.manifest.version}`, requestOf(disguised));
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'RELEASE_REFUSED' }]);
  });

  longIt(
    'in the middle of its shipping is served by no server, and then by each within two seconds',
    async () => {
      const second = new ServerProcess(await freePorts(), {
        DATABASE_URL: bank.databaseUrl,
        DATABASE_MIGRATION_URL: bank.migrationUrl,
        DATA_DIR: bank.dataDir,
        REMOTES_DIR: remotesDir,
      });
      await second.start();
      const there = `http://localhost:${second.port}`;
      try {
        const build = shellOf('halfway()');
        const version = await upload(bank, token, build);
        expect((await fileOf(build)).status).toBe(404);
        expect((await fileOf(build, there)).status).toBe(404);
        await deploy('shell/activate', { version });
        const startedAt = performance.now();
        await shows(version, '', `${there}/login`);
        expect(performance.now() - startedAt).toBeLessThan(2_500);
        expect((await fileOf(build, there)).status).toBe(200);
      } finally {
        await second.stop();
      }
    },
  );
});

describe('the canary of a shell', () => {
  it('follows its visitors, also when they sign in, and is taken back by itself when it crashes', async () => {
    const live = shellOf('calm()');
    await ship(bank, token, live);
    const version = await ship(bank, token, shellOf('crash()'), 90);
    await shows(live.manifest.version);
    const inside = await visitorsOf(version, canaryLimits.failedVisitors);
    const [cookie = ''] = inside;
    const session = await newCustomer(bank.shellUrl);
    await call('GET', `${bank.shellUrl}/api/auth/me`, { token: session.token, headers: { cookie } });
    expect(await shellIn(cookie, `${bank.shellUrl}/dashboard`)).toBe(version);
    const worker = await fetch(`${bank.shellUrl}/worker.js`, { headers: { cookie } });
    expect(await worker.text()).toBe('worker("crash()")');
    // The worker keeps what everybody gets.
    const headers = { 'sec-fetch-dest': 'empty' };
    const kept = await fetch(`${bank.shellUrl}/dashboard`, { headers });
    expect([await kept.text(), kept.headers.get('set-cookie')]).toEqual([
      expect.stringContaining(live.manifest.version),
      null,
    ]);
    const report = (visitor: string, at: number) =>
      call('POST', `${bank.shellUrl}/api/remotes/reports`, {
        headers: { cookie: visitor, 'x-forwarded-for': `2001:db8:${at + 1}::1` },
        body: { reports: [{ remote: 'shell', version, kind: 'render', count: 1 }] },
      });
    for (const [at, visitor] of inside.slice(1).entries()) await report(visitor, at + 1);
    expect(await shellIn(cookie)).toBe(version);
    const failedAt = performance.now();
    await report(cookie, 0);
    await shows(live.manifest.version, cookie);
    expect(performance.now() - failedAt).toBeLessThan(2_500);
    expect((await logs('release.rolled_back')).at(-1)).toContain('100 % d’échecs');
  });
});

describe('a shell and remotes', () => {
  const offering = (script: string, ...tokens: string[]) =>
    shellOf(script, { surface: { '@bank/ui/part': { Part: tokens } } });
  const using = (name: string, entry: string, known: string) =>
    buildOf(name, entry, { manifest: { surface: { '@bank/ui/part': { Part: known } } } });
  const remotesOf = async (cookie = '', query = '') => {
    const url = `${bank.shellUrl}/remotes.json${query}`;
    const { remotes } = (await call<Registry>('GET', url, { headers: { cookie } })).body;
    return Object.fromEntries(remotes.map(({ name, version }) => [name, version]));
  };

  it('that do not fit are never shown together', async () => {
    const one = offering('one()', 'aaaa', 'bbbb');
    await ship(bank, token, one);
    const early = await ship(bank, token, using('fitting', 'early()', 'bbbb'));

    // Refused, with the reason.
    const without = offering('without()', 'aaaa');
    const { body } = await deploy<ReleaseChecks>(
      `shell/${without.manifest.version}/checks`,
      requestOf(without),
    );
    expect(body.checks.find(({ check }) => check === 'surface')).toEqual({
      check: 'surface',
      passed: false,
      sentence:
        'fitting uses Part of @bank/ui/part, which this shell no longer offers in that form: keep it until fitting has shipped without it.',
    });

    // A visitor of the canary gets an earlier release that fits it.
    const two = await ship(bank, token, offering('two()', 'bbbb', 'cccc'), 90);
    const [inside = ''] = await visitorsOf(two, 1);
    const late = await ship(bank, token, using('fitting', 'late()', 'aaaa'));
    await until(async () => (await remotesOf()).fitting === late);
    expect((await remotesOf(inside)).fitting).toBe(early);
    expect(await shellIn(inside)).toBe(two);
    const misfit = await deploy('shell/promote');
    expect([misfit.status, misfit.body]).toMatchObject([409, { code: 'RELEASE_MISFIT' }]);

    // Without such a release nobody gets the canary.
    await ship(bank, token, using('lonely', 'lonely()', 'aaaa'));
    await shows(one.manifest.version, inside);
    expect((await remotesOf(inside)).fitting).toBe(late);
    await ship(bank, token, buildOf('lonely', 'adapted()'));
    await shows(two, inside);

    // A page that stays open keeps what fits its shell, however old.
    await takeBack('fitting');
    await deploy('shell/promote');
    let newest = '';
    for (let count = 0; count < 6; count += 1)
      newest = await ship(bank, token, using('fitting', `newest(${count})`, 'cccc'));
    await until(async () => (await remotesOf()).fitting === newest);
    expect((await remotesOf('', `?shell=${one.manifest.version}`)).fitting).toBe(early);
    await takeBack();
    await until(async () => (await remotesOf()).fitting === early);
    expect(await shellIn()).toBe(one.manifest.version);
  });
});

it('a page whose shell is known no more gets no trial, which its failures would end', async () => {
  const live = await ship(bank, token, buildOf('aged', 'live()'));
  const trial = await ship(bank, token, buildOf('aged', 'trial()'), 90);
  const versionIn = async (cookie: string, query = '') => {
    const url = `${bank.shellUrl}/remotes.json${query}`;
    const { remotes } = (await call<Registry>('GET', url, { headers: { cookie } })).body;
    return remotes.find(({ name }) => name === 'aged')?.version;
  };
  let inside = '';
  await until(async () => (await versionIn((inside = await visit()))) === trial);
  const known = await shellIn(inside);
  expect(await versionIn(inside, `?shell=${known}`)).toBe(trial);
  expect(await versionIn(inside, '?shell=0.1.0-0123456789')).toBe(live);
});

it('a shell that nobody is shown runs in the browser of its preview only', async () => {
  const build = shellOf('hidden()');
  const version = await upload(bank, token, build);
  const { body } = await deploy<{ proof: string; cookie: string }>(`shell/${version}/preview`);
  const cookie = `${body.cookie}=${body.proof}`;
  expect(await shellIn(cookie)).toBe(version);
  expect(await shellIn()).not.toBe(version);
  const [main = ''] = build.manifest.scripts as string[];
  const file = await fetch(`${bank.shellUrl}/assets/shell/${main}`, { headers: { cookie } });
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(await readFile(path.join(bank.dataDir, 'releases/shell', version, main), 'utf8')).toBe('hidden()');
  expect((await fileOf(build)).status).toBe(404);
});
