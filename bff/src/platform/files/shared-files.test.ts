import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { BucketAddress } from '../config/bucket-address';
import type { Config } from '../config/config';
import { ApiException } from '../errors/api-exception';
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

it('a local copy alone does not count as shared', async () => {
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

it('a file that breaks off on its way from the bucket is not there yet, and is none', async () => {
  let isWhole = false;
  const bucket = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('whole');
    if (isWhole) response.end(' file');
    else setTimeout(() => response.destroy(), 20);
  });
  bucket.listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const { port } = bucket.address() as AddressInfo;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-west-3' };
  const releasesBucket: BucketAddress = { url: `http://127.0.0.1:${port}/bank`, ...keys };
  const server = new SharedFiles({ dataDir, releasesBucket } as Config);
  const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  try {
    const away = { code: 'UNAVAILABLE' };
    await expect(server.read(folder, 'entry.js')).rejects.toMatchObject(away);
    await expect(server.readShared(folder, 'entry.js')).rejects.toMatchObject(away);
    expect(await readdir(server.pathOf(folder)).catch(() => [])).toEqual([]);
    isWhole = true;
    expect((await server.read(folder, 'entry.js'))?.toString()).toBe('whole file');
  } finally {
    error.mockRestore();
    bucket.close();
  }
});

describe('a build that goes to the bucket', () => {
  const names = Array.from({ length: 60 }, (_, at) => `part-${at}.js`);
  /** A server with an empty bucket, and what it asked of it. */
  async function serverWith(answer: (at: number) => number) {
    for (const name of names) await writeFile(path.join(build, name), name);
    const seen = { sent: 0, underWay: 0, most: 0, stored: new Set<string>() };
    const send = jest.spyOn(Bucket.prototype, 'send').mockImplementation(async ({ method, path: at }) => {
      seen.sent += 1;
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      const status = answer(seen.sent);
      await sleep(5);
      seen.underWay -= 1;
      if (status !== 200) throw new ApiException('UNAVAILABLE');
      if (method === 'PUT') seen.stored.add(at);
      return new Response('', { status: method === 'PUT' ? 200 : 404 });
    });
    const releasesBucket = { url: 'http://bucket.test' } as BucketAddress;
    const server = new SharedFiles({ dataDir, releasesBucket } as Config);
    return { server, seen, send };
  }

  it('goes in several files at once', async () => {
    const { server, seen, send } = await serverWith(() => 200);
    await server.keepAll(folder, build, names);
    send.mockRestore();
    expect(seen.stored).toEqual(new Set(names.map((name) => `/${folder}/${name}`)));
    expect(seen.most).toBe(16);
    expect((await readdir(server.pathOf(folder))).sort()).toEqual([...names].sort());
  });

  it('stops with the first that the bucket does not take', async () => {
    const { server, seen, send } = await serverWith((at) => (at > 20 ? 503 : 200));
    await expect(server.keepAll(folder, build, names)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sleep(100);
    send.mockRestore();
    expect(seen.sent).toBeLessThan(60);
  });
});
