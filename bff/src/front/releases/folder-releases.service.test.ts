import { Logger } from '@nestjs/common';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BucketAddress } from '../../platform/config/bucket-address';
import type { Config } from '../../platform/config/config';
import { Bucket } from '../../platform/files/bucket';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { FolderReleases } from './folder-releases.service';
import type { BuildFiles, Publisher } from './publisher.service';
import { ReleaseFiles } from './release-files.service';
import type { ReleasesService } from './releases.service';
import type { SourceMaps } from './source-maps.service';

const version = '1.0.0-0123456789';
const manifest = {
  name: 'cards',
  version,
  container: 'bank_cards_0123456789',
  hosts: ['shell'],
  audience: 'public',
  nav: [],
  slots: [],
  shared: {},
  routes: [{ path: '/cards', page: 'cards', title: { fr: 'Cartes', en: 'Cards' } }],
  entry: 'entry.js',
  preload: { scripts: [], styles: [] },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'folder-releases-'));
  const dist = path.join(folder, 'remotes/cards/dist');
  await mkdir(dist, { recursive: true });
  await writeFile(path.join(dist, 'entry.js'), 'ours()');
  await writeFile(path.join(dist, 'remote.json'), JSON.stringify(manifest));
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** A server of this installation on an empty disk, what it signs, and what it stores in a bucket that has something already. */
function serverWith(inBucket: Record<string, string>) {
  const stored: string[] = [];
  jest.spyOn(Bucket.prototype, 'get').mockImplementation(async (at) => {
    const found = inBucket[path.basename(at)];
    return found === undefined ? undefined : Buffer.from(found);
  });
  jest.spyOn(Bucket.prototype, 'send').mockImplementation(async ({ path: at }) => {
    stored.push(path.basename(at));
    return new Response('');
  });
  const dataDir = path.join(folder, 'data');
  const config = {
    dataDir,
    remotesDir: path.join(folder, 'remotes'),
    hostsDir: path.join(folder, 'hosts'),
    devRemotes: {},
    devHosts: {},
    releasesBucket: { url: 'http://bucket.test' } as BucketAddress,
  } as unknown as Config;
  const signed: (string | undefined)[] = [];
  const server = new FolderReleases(
    config,
    new ReleaseFiles(config, new SharedFiles(config)),
    { keepBuilt: async () => undefined } as unknown as SourceMaps,
    {
      publish: async (_build: unknown, { read }: BuildFiles) =>
        void signed.push((await read('entry.js'))?.toString()),
    } as unknown as Publisher,
    { activateInstalled: async () => undefined } as unknown as ReleasesService,
  );
  return { server, signed, stored, dataDir };
}

it('signs its own files, and stores those that the bucket does not have', async () => {
  const { server, signed, stored } = serverWith({});
  await server.scan();
  expect([signed, stored]).toEqual([['ours()'], ['entry.js']]);
});

it('signs nothing while the bucket has something else under the name of a script', async () => {
  const { server, signed, stored } = serverWith({ 'entry.js': 'theirs()' });
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await server.scan();
  // Other folders are read, and this one is not read again and again.
  await server.scan();
  expect([signed, stored]).toEqual([[], []]);
  expect(warned.mock.calls).toEqual([
    [`cards is not released: the bucket has another entry.js of ${version}`],
  ]);
});

it('signs and serves its own files also where its disk has others', async () => {
  const { server, signed, dataDir } = serverWith({});
  const copies = path.join(dataDir, 'releases/cards', version);
  await mkdir(copies, { recursive: true });
  await writeFile(path.join(copies, 'entry.js'), 'theirs()');
  await server.scan();
  expect(signed).toEqual(['ours()']);
  expect(await readFile(path.join(copies, 'entry.js'), 'utf8')).toBe('ours()');
});
