import { rm } from 'node:fs/promises';
import path from 'node:path';
import mysql from 'mysql2/promise';
import type { Release, ReleaseChecks } from '@bank/contracts/releases';
import { connectTo, type TestConnection } from '../support/customers';
import {
  type Build,
  buildOf,
  deployCall,
  releaseBank,
  requestOf,
  ship,
  upload,
} from '../support/release-fixture';
import { until } from '../support/until';

let bank: Awaited<ReturnType<typeof releaseBank>>;
/** Sees what the bank's own connections do. */
let own: TestConnection;

beforeAll(async () => {
  bank = await releaseBank();
  own = connectTo(bank.bank.databaseUrl);
}, 120_000);
afterAll(async () => {
  await own.end();
  await bank.stop();
});

type Call = [address: string, body?: unknown];

const deploy = ([address, body = {}]: Call) =>
  deployCall<{ code?: string; releases: Release[] }>(bank.bank, bank.token, 'POST', address, body);

const shipped = (build: Build, share?: number) => ship(bank.bank, bank.token, build, share);
const uploaded = (build: Build) => upload(bank.bank, bank.token, build);

/** Those that are live or on trial, with the share of their visitors. */
const shown = async (remote: string) =>
  (await deployCall<{ releases: Release[] }>(bank.bank, bank.token, 'GET', remote)).body.releases
    .filter(({ status }) => status === 'live' || status === 'canary')
    .map(({ version, status, share }) => [version, status, share]);

const waitingForUpload = `
  SELECT id FROM information_schema.processlist
  WHERE db = DATABASE() AND info LIKE '%FROM release_uploads WHERE remote%FOR UPDATE'`;

const waitingCalls = `
  SELECT id FROM information_schema.processlist
  WHERE db = DATABASE() AND info = 'SELECT value FROM release_sequence FOR UPDATE'`;

/** Has all calls begin before the first of them may change anything. @returns the codes of the refused ones. */
async function together(...calls: Call[]): Promise<string[]> {
  const holder = await mysql.createConnection(bank.bank.migrationUrl);
  try {
    await holder.query('START TRANSACTION');
    await holder.query('SELECT value FROM release_sequence FOR UPDATE');
    const answers = Promise.all(calls.map(deploy));
    await until(async () => (await own.rows(waitingCalls)).length === calls.length);
    await holder.query('COMMIT');
    return (await answers).flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${body.code}`]));
  } finally {
    await holder.end();
  }
}

describe('of two changes of one remote at one moment, only one is made:', () => {
  const rollback: Call = ['raced/rollback', { reason: 'Le bouton ne répond plus' }];
  let versions: string[];

  beforeEach(async () => {
    versions = [];
    for (const number of [1, 2, 3]) {
      const version = await uploaded(buildOf('raced', `raced(${number}, ${Math.random()})`));
      await deploy(['raced/activate', { version }]);
      versions.push(version);
    }
  });

  it('two rollbacks take back one release', async () => {
    expect(await together(rollback, rollback)).toEqual(['409 RELEASE_CHANGED']);
    expect(await shown('raced')).toEqual([[versions[1], 'live', 0]]);
  });

  it('two releases are not both shown', async () => {
    const next = await uploaded(buildOf('raced', `next(${Math.random()})`));
    const other = await uploaded(buildOf('raced', `other(${Math.random()})`));
    expect(
      await together(['raced/activate', { version: next }], ['raced/activate', { version: other }]),
    ).toEqual(['409 RELEASE_CHANGED']);
    const [[live] = []] = await shown('raced');
    expect([next, other]).toContain(live);
    // Whose call was refused may repeat it, knowing what it replaces.
    const version = live === next ? other : next;
    expect((await deploy(['raced/activate', { version }])).status).toBe(200);
  });

  it('a trial is promoted once, and is not also taken back', async () => {
    const version = await shipped(buildOf('raced', `trial(${Math.random()})`), 10);
    expect(await together(['raced/promote'], ['raced/promote'], rollback)).toEqual([
      '409 RELEASE_CHANGED',
      '409 RELEASE_CHANGED',
    ]);
    expect([[[version, 'live', 0]], [[versions[2], 'live', 0]]]).toContainEqual(await shown('raced'));
  });

  it('a trial is not begun while another is', async () => {
    const trials = await Promise.all(
      ['one', 'two', 'three'].map((name) => uploaded(buildOf('raced', `${name}(${Math.random()})`))),
    );
    const refused = await together(
      ...trials.map((version): Call => ['raced/activate', { version, share: 10 }]),
    );
    expect(refused).toEqual(['409 RELEASE_CHANGED', '409 RELEASE_CHANGED']);
    expect(await shown('raced')).toEqual([
      [expect.any(String), 'canary', 10],
      [versions[2], 'live', 0],
    ]);
  });

  it('a trial that took the place of the one on the screen is not promoted', async () => {
    const seen = await shipped(buildOf('raced', `seen(${Math.random()})`), 10);
    const other = await shipped(buildOf('raced', `other(${Math.random()})`), 10);
    const { status, body } = await deploy(['raced/promote', { version: seen }]);
    expect([status, body.code]).toEqual([409, 'RELEASE_CHANGED']);
    expect((await deploy(['raced/promote', { version: other }])).status).toBe(200);
    expect(await shown('raced')).toEqual([[other, 'live', 0]]);
  });

  it('changes of several remotes are all made', async () => {
    await shipped(buildOf('bystander', 'first()'));
    await shipped(buildOf('bystander', 'second()'));
    expect(await together(rollback, ['bystander/rollback', { reason: 'Essai' }])).toEqual([]);
  });
});

describe('a sweep that is under way', () => {
  it('is waited for by the publication of the files that it removes, which is refused', async () => {
    const build = buildOf('swept', 'swept()');
    const { version } = build.manifest;
    const entry = { name: 'entry.js', content: Buffer.from('swept()').toString('base64') };
    const sendEntry = () => deployCall(bank.bank, bank.token, 'PUT', `swept/${version}/files`, entry);
    expect((await sendEntry()).status).toBe(204);
    const sweep = await mysql.createConnection(bank.bank.migrationUrl);
    try {
      await sweep.query('START TRANSACTION');
      await sweep.query("DELETE FROM release_uploads WHERE remote = 'swept'");
      const publishing = deploy([`swept/${version}`, requestOf(build)]);
      await until(async () => (await own.rows(waitingForUpload)).length === 1);
      await rm(path.join(bank.bank.dataDir, 'releases/swept'), { recursive: true });
      await sweep.query('COMMIT');
      const { status, body } = await publishing;
      expect([status, body.code]).toEqual([422, 'RELEASE_REFUSED']);
    } finally {
      await sweep.end();
    }
    expect(await shipped(build)).toBe(version);
  });

  it('refuses the publication of the files that it has marked', async () => {
    const build = buildOf('swept', 'marked()');
    const { version } = build.manifest;
    const entry = { name: 'entry.js', content: Buffer.from('marked()').toString('base64') };
    const sendEntry = () => deployCall(bank.bank, bank.token, 'PUT', `swept/${version}/files`, entry);
    expect((await sendEntry()).status).toBe(204);
    await bank.database.rows(`UPDATE release_uploads SET swept_at = NOW() WHERE remote = 'swept'`);
    const { status, body } = await deploy([`swept/${version}`, requestOf(build)]);
    expect([status, body.code]).toEqual([422, 'RELEASE_REFUSED']);
    expect((await sendEntry()).status).toBe(503);
    await bank.database.rows(`DELETE FROM release_uploads WHERE remote = 'swept'`);
    expect(await shipped(build)).toBe(version);
  });
});

it('files that are stored without a note, as beside a restored database, become a release', async () => {
  const build = buildOf('noted', 'noted()');
  await uploaded(build);
  const { version } = build.manifest;
  await bank.database.rows("DELETE FROM releases WHERE remote = 'noted'");
  expect(await shipped(build)).toBe(version);
});

describe('two remotes do not both try', () => {
  const title = { fr: 'Pour les deux', en: 'For both' };
  const frames = { widgets: { chat: { scripts: ['frame.js'], styles: [] } }, files: [] };
  const claims = {
    'one address': { routes: [{ path: '/for-both/:id', page: 'mine', title }] },
    'one widget': { frames },
  };
  const refusals = {
    'one address':
      'The route /for-both/:id belongs to left: choose another path, or have that team give it up first.',
    'one widget': 'The widget chat belongs to left: have that team give it up first.',
  };
  const claiming = (name: string, what: keyof typeof claims) =>
    buildOf(name, `${name}()`, { manifest: claims[what], files: { 'frame.js': `${name}()` } });

  afterEach(async () => {
    for (const name of ['left', 'right']) await deploy([`${name}/rollback`, { reason: 'Essai' }]);
  });

  it.each(['one address', 'one widget'] as const)('%s: the second team learns who has it', async (what) => {
    await shipped(claiming('left', what), 5);
    const build = claiming('right', what);
    const checks = `right/${build.manifest.version}/checks`;
    const { body } = await deployCall<ReleaseChecks>(bank.bank, bank.token, 'POST', checks, requestOf(build));
    expect(body.checks.find(({ check }) => check === 'routes')).toEqual({
      check: 'routes',
      passed: false,
      sentence: refusals[what],
    });
  });

  it.each(['one address', 'one widget'] as const)('%s at one moment', async (what) => {
    const versions: Record<string, string> = {};
    for (const name of ['left', 'right']) versions[name] = await uploaded(claiming(name, what));
    const trying = (name: string): Call => [`${name}/activate`, { version: versions[name], share: 5 }];
    expect(await together(trying('left'), trying('right'))).toEqual(['409 RELEASE_MISFIT']);
    expect([...(await shown('left')), ...(await shown('right'))]).toEqual([
      [expect.any(String), 'canary', 5],
    ]);
  });
});
