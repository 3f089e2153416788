import { Logger } from '@nestjs/common';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BucketAddress } from '../../platform/config/bucket-address';
import type { Config } from '../../platform/config/config';
import { Bucket } from '../../platform/files/bucket';
import { SharedFiles } from '../../platform/files/shared-files.service';
import { integrityOf } from '../../platform/security/integrity';
import { ReleaseFiles } from './release-files.service';

const version = '1.0.0-0123456789';
const right = Buffer.from('right()');
const hash = integrityOf(right);

let dataDir: string;
let bucket: Record<string, Buffer>;
let files: ReleaseFiles;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'release-files-'));
  bucket = {};
  jest.spyOn(Bucket.prototype, 'get').mockImplementation(async (at) => bucket[path.basename(at)]);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const config = { dataDir, releasesBucket: { url: 'http://bucket.test' } as BucketAddress } as Config;
  files = new ReleaseFiles(config, new SharedFiles(config));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(dataDir, { recursive: true, force: true });
});

const kept = async () => (await readdir(files.folderOf('cards', version)).catch(() => [])).sort();

it('keeps nothing that a bucket has in the place of a signed file, and the file once it is there', async () => {
  bucket = { 'entry.js': Buffer.from('<html>a proxy</html>') };
  await expect(files.isHere('cards', version, 'entry.js', hash)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  await expect(files.read('cards', version, 'entry.js', hash)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await kept()).toEqual([]);
  bucket = { 'entry.js': right };
  expect(await files.isHere('cards', version, 'entry.js', hash)).toBe(true);
  expect(await files.read('cards', version, 'entry.js', hash)).toEqual(right);
});

it('keeps the compressed copies that are the file, and leaves out others', async () => {
  bucket = {
    'entry.js': right,
    'entry.js.br': brotliCompressSync('wrong()'),
    'entry.js.gz': gzipSync(right),
  };
  expect(await files.isHere('cards', version, 'entry.js', hash)).toBe(true);
  expect(await kept()).toEqual(['entry.js', 'entry.js.gz']);
});

it('keeps no wrong copy that is asked for by its own name', async () => {
  bucket = { 'entry.js.br': brotliCompressSync('wrong()') };
  await expect(files.isHere('cards', version, 'entry.js.br', hash)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  bucket = { 'entry.js.br': brotliCompressSync(right) };
  expect(await files.isHere('cards', version, 'entry.js.br', hash)).toBe(true);
});

it('leaves out a copy that cannot be unpacked, and takes a file without a hash as it comes', async () => {
  bucket = { 'entry.js': right, 'entry.js.gz': Buffer.from('no gzip'), 'icon.svg': Buffer.from('<svg/>') };
  expect(await files.isHere('cards', version, 'entry.js', hash)).toBe(true);
  expect(await files.isHere('cards', version, 'icon.svg')).toBe(true);
  expect(await kept()).toEqual(['entry.js', 'icon.svg']);
});
