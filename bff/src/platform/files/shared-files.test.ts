import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BucketAddress } from '../config/bucket-address';
import type { Config } from '../config/config';
import { Bucket } from './bucket';
import { SharedFiles } from './shared-files.service';

let dataDir: string;
let build: string;
let files: SharedFiles;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shared-files-'));
  build = await mkdtemp(path.join(os.tmpdir(), 'built-files-'));
  files = new SharedFiles({ dataDir } as Config);
});
afterEach(async () => {
  for (const folder of [dataDir, build]) await rm(folder, { recursive: true, force: true });
});

const folder = 'releases/cards/1.0.0';

describe('the files of a build', () => {
  it('are copied for their owner alone, whatever the build allows', async () => {
    await writeFile(path.join(build, 'entry.js'), 'one()', { mode: 0o644 });
    await files.keepAll(folder, build, ['entry.js']);
    expect((await files.read(folder, 'entry.js'))?.toString()).toBe('one()');
    const { mode } = await stat(path.join(files.pathOf(folder), 'entry.js'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('stay as they are once kept, and leave nothing unfinished', async () => {
    await writeFile(path.join(build, 'entry.js'), 'one()');
    await files.keepAll(folder, build, ['entry.js']);
    await writeFile(path.join(build, 'entry.js'), 'two()');
    await writeFile(path.join(build, 'entry.js.br'), 'compressed');
    await files.keepAll(folder, build, ['entry.js', 'entry.js.br']);
    expect((await files.read(folder, 'entry.js'))?.toString()).toBe('one()');
    expect(await readdir(files.pathOf(folder))).toEqual(['entry.js', 'entry.js.br']);
  });

  it('fail where one is missing, and are completed once it is there', async () => {
    await writeFile(path.join(build, 'entry.js'), 'one()');
    const both = ['entry.js', 'page.js'];
    await expect(files.keepAll(folder, build, both)).rejects.toThrow('ENOENT');
    expect(await files.read(folder, 'page.js')).toBeUndefined();
    await writeFile(path.join(build, 'page.js'), 'page()');
    await files.keepAll(folder, build, both);
    expect((await readdir(files.pathOf(folder))).sort()).toEqual(both);
  });
});

it('a file below another file is not there', async () => {
  await files.keep(folder, 'entry.js', Buffer.from('one()'));
  expect(await files.read(`${folder}/entry.js`, 'map')).toBeUndefined();
});

it('a file that only this server holds a copy of is not one that all servers see', async () => {
  await files.keep(folder, 'entry.js', Buffer.from('one()'));
  expect((await files.readShared(folder, 'entry.js'))?.toString()).toBe('one()');
  const releasesBucket = { url: 'http://bucket.test' } as BucketAddress;
  const server = new SharedFiles({ dataDir, releasesBucket } as Config);
  const send = jest
    .spyOn(Bucket.prototype, 'send')
    .mockImplementation(
      async ({ path: at }) => new Response(at, { status: at.includes('gone') ? 404 : 200 }),
    );
  await writeFile(path.join(files.pathOf(folder), 'gone.js'), 'copy()');
  expect((await server.read(folder, 'gone.js'))?.toString()).toBe('copy()');
  expect(await server.readShared(folder, 'gone.js')).toBeUndefined();
  expect((await server.readShared(folder, 'entry.js'))?.toString()).toBe(`/${folder}/entry.js`);
  send.mockRestore();
});
