import { copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { keptDays, unpublishedDays } from '@bank/contracts/releases';
import { type Bank, startBank } from '../support/bank';
import { type Bucket, startBucket } from '../support/bucket';
import { connectTo } from '../support/customers';
import {
  buildOf,
  deployCall,
  operatorToken,
  requestOf,
  shellOf,
  ship,
  upload,
} from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';

const hosts = path.join(__dirname, '../../hosts');
/** The version of the next build's shell. */
const laterShell = '0.2.0-bbbbbbbbbb';

let bucket: Bucket;
let bank: Bank;
let remotesDir: string;
let token: string;

beforeAll(async () => {
  bucket = await startBucket();
  remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  await builtFrame(remotesDir, 'frame.aaaaaaaaaa.js', 'first()');
  bank = await startBank({ remotesDir, env: { ...shared(), JOBS_EVERY_SECONDS: '1' } });
  token = await operatorToken(bank);
}, 120_000);

afterAll(async () => {
  await bank.stop();
  await bucket.stop();
  await rm(remotesDir, { recursive: true, force: true });
});

/** What the servers of one bank have in common, beside its keys. */
const shared = () => ({ RELEASES_URL: bucket.url, DOCUMENTS_URL: bucket.url });

const releasesKept = () => [...bucket.objects.keys()].filter((key) => key.startsWith('releases/kept/'));
const entryOf = (version: string) => fetch(`${bank.shellUrl}/remotes/kept/${version}/entry.js`);

it('release files are in the bucket, and are restored from there to a server that lost them', async () => {
  const version = await ship(bank, token, buildOf('kept', 'kept()'));
  expect(releasesKept()).toEqual([`releases/kept/${version}/entry.js`]);
  await rm(path.join(bank.dataDir, 'releases'), { recursive: true });
  const answer = await entryOf(version);
  expect([answer.status, await answer.text()]).toEqual([200, 'kept()']);
  expect(bucket.refused).toEqual([]);
});

it('a release that was not shown for a month loses its files, and returns only when it is shipped again', async () => {
  const before = await ship(bank, token, buildOf('kept', 'before()'));
  const last = await ship(bank, token, buildOf('kept', 'last()'));
  const live = await ship(bank, token, buildOf('kept', 'live()'));
  const local = path.join(bank.dataDir, 'releases/kept', before);
  const copies = path.join(remotesDir, 'copies');
  await cp(local, copies, { recursive: true });
  const database = connectTo(bank.migrationUrl);
  await database.rows('UPDATE releases SET changed_at = changed_at - INTERVAL ? DAY', [keptDays + 1]);
  await database.end();
  await bank.restart();
  await until(async () => (await entryOf(before)).status === 404);
  expect((await entryOf(live)).status).toBe(200);
  // What a rollback returns to stays.
  const kept = [last, live].map((version) => `releases/kept/${version}/entry.js`);
  expect(releasesKept().sort()).toEqual(kept.sort());
  const again = await deployCall(bank, token, 'POST', 'kept/activate', { version: before });
  expect([again.status, again.body]).toMatchObject([409, { code: 'RELEASE_REMOVED' }]);
  // As on a server that did not sweep: it holds copies of what the bucket no longer has.
  await cp(copies, local, { recursive: true });
  const request = requestOf(buildOf('kept', 'before()'));
  const unsent = await deployCall(bank, token, 'POST', `kept/${before}`, request);
  expect(unsent.body).toMatchObject({ code: 'RELEASE_REFUSED' });
  expect(await ship(bank, token, buildOf('kept', 'before()'))).toBe(before);
  expect(await (await entryOf(before)).text()).toBe('before()');
  expect(releasesKept()).toContain(`releases/kept/${before}/entry.js`);
});

it('a server removes its copies of what another one has swept', async () => {
  const version = await ship(bank, token, buildOf('kept', 'still there()'));
  const copies = path.join(bank.dataDir, 'releases/kept');
  const [swept, current, written] = ['1.0.0-5eeeeeeeed', version, '1.0.0-fffffffff0'].map((each) =>
    path.join(copies, each),
  ) as [string, string, string];
  for (const folder of [swept, written]) await cp(current, folder, { recursive: true });
  const longAgo = new Date(Date.now() - 48 * 60 * 60_000);
  for (const folder of [swept, current]) await utimes(folder, longAgo, longAgo);
  await bank.restart();
  await until(async () => !(await readdir(copies)).includes(path.basename(swept)));
  expect(await readdir(copies)).toEqual(
    expect.arrayContaining([current, written].map((each) => path.basename(each))),
  );
});

it('files that were never shown are swept after a week, with or without a release', async () => {
  const { manifest } = buildOf('kept', 'loose()');
  const file = { name: 'entry.js', content: Buffer.from('loose()').toString('base64') };
  await deployCall(bank, token, 'PUT', `kept/${manifest.version}/files`, file);
  const unshown = await upload(bank, token, buildOf('kept', 'unshown()'));
  const isKept = () =>
    [manifest.version, unshown].filter((version) => releasesKept().some((key) => key.includes(version)));
  expect(isKept()).toHaveLength(2);
  const database = connectTo(bank.migrationUrl);
  const longAgo = [unpublishedDays + 1];
  await database.rows('UPDATE releases SET changed_at = changed_at - INTERVAL ? DAY', longAgo);
  await database.rows('UPDATE release_uploads SET created_at = created_at - INTERVAL ? DAY', longAgo);
  await database.end();
  await bank.restart();
  await until(async () => isKept().length === 0);
});

it('pinned loaders, and files of old frames and shells, are served by servers that never had them', async () => {
  const { version: pinned } = await newestLoader(bank.shellUrl);
  await until(async () => bucket.objects.has('frames/auth/frame.aaaaaaaaaa.js'));
  const oldFile = (await readdir(path.join(hosts, 'shell/dist'))).find((name) => name.endsWith('.js')) ?? '';
  // As a server of before releases of shells published it.
  bucket.objects.set('shells/shell/former.aaaaaaaaaa.js', {
    content: Buffer.from('former()'),
    modified: new Date(),
  });
  const later = await laterServer();
  try {
    const there = `http://localhost:${later.port + 3}`;
    const { version: newest } = await newestLoader(there);
    expect(newest).toBe('9.9.9-later');
    await until(async () => bucket.objects.has('frames/auth/frame.bbbbbbbbbb.js'));
    await until(async () => bucket.objects.has(`releases/shell/${laterShell}/later.bbbbbbbbbb.js`));
    await until(
      async () => (await fetch(`${bank.shellUrl}/assets/shell/later.bbbbbbbbbb.js`)).status === 200,
    );
    for (const [server, file] of [
      [there, `embed/${pinned}/loader.js`],
      [bank.embedUrl, `embed/${newest}/loader.js`],
      [there, 'embed/assets/auth/frame.aaaaaaaaaa.js'],
      [bank.embedUrl, 'embed/assets/auth/frame.bbbbbbbbbb.js'],
      [`http://localhost:${later.port}`, `assets/shell/${oldFile}`],
      [`http://localhost:${later.port}`, 'assets/shell/former.aaaaaaaaaa.js'],
      [bank.shellUrl, 'assets/shell/later.bbbbbbbbbb.js'],
    ]) {
      const answer = await fetch(`${server}/${file}`);
      expect([file, answer.status, answer.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const never = await fetch(`${there}/embed/assets/auth/frame.cccccccccc.js`);
    expect([never.status, never.headers.get('cache-control')]).toEqual([404, 'no-store']);
  } finally {
    await later.stop();
  }
});

async function builtFrame(remotes: string, file: string, content: string) {
  const folder = path.join(remotes, 'auth/dist/frame');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, file), content);
}

const newestLoader = async (server: string) =>
  (await (await fetch(`${server}/embed/versions.json`)).json()) as { version: string };

/** A server of the next build, with an empty data folder. */
async function laterServer() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-later-'));
  await builtFrame(path.join(folder, 'remotes'), 'frame.bbbbbbbbbb.js', 'second()');
  const loaderDir = path.join(folder, 'loader');
  await mkdir(loaderDir);
  await mkdir(path.join(folder, 'data'));
  await copyFile(path.join(bank.dataDir, 'keys.json'), path.join(folder, 'data/keys.json'));
  for (const [name, version] of [
    ['loader', '9.9.9-later'],
    ['tools', '9.9.9-later-tools'],
  ]) {
    await writeFile(path.join(loaderDir, `${name}.js`), 'later()');
    await writeFile(path.join(loaderDir, `${name}.json`), JSON.stringify({ version, integrity: '' }));
  }
  const shell = path.join(folder, 'hosts/shell/dist');
  await mkdir(shell, { recursive: true });
  await writeFile(path.join(shell, 'later.bbbbbbbbbb.js'), 'laterShell()');
  await writeFile(path.join(shell, 'favicon.svg'), '<svg/>');
  const { manifest } = shellOf('laterShell()');
  const host = { ...manifest, version: laterShell, scripts: ['later.bbbbbbbbbb.js'] };
  await writeFile(path.join(shell, 'host.json'), JSON.stringify(host));
  for (const site of ['partner-site', 'partner-docs']) {
    await symlink(path.join(hosts, site), path.join(folder, 'hosts', site));
  }
  const server = new ServerProcess(await freePorts(), {
    HOSTS_DIR: path.join(folder, 'hosts'),
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: path.join(folder, 'data'),
    REMOTES_DIR: path.join(folder, 'remotes'),
    ...shared(),
    LOADER_DIR: loaderDir,
  });
  await server.start();
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { port: server.port, stop };
}
