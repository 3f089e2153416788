import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readConfig } from '../../bff/src/platform/config/config';
import { DocumentStorageService } from '../../bff/src/platform/documents/document-storage.service';
import { FileKeys } from '../../bff/src/platform/documents/file-keys.service';
import { SealDocumentsJob } from '../../bff/src/platform/documents/seal-documents.job';
import { startBucket } from '../support/bucket';
import { startLedger, type TestLedger } from '../support/ledger';
import { AlteredContent } from '../../bff/src/platform/documents/unaltered';

const never = new AbortController().signal;
const now = new Date();
const yesterday = new Date(now.getTime() - 25 * 3_600_000);

let bank: TestLedger;
let dataDir: string;

beforeAll(async () => {
  bank = await startLedger(1);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
});
afterAll(async () => {
  await bank.stop();
  await rm(dataDir, { recursive: true });
});

function server(variables: Record<string, string> = {}) {
  const config = readConfig({ DATABASE_URL: 'mysql://bank@localhost/bank', DATA_DIR: dataDir, ...variables });
  const keys = new FileKeys(bank.database, config);
  const documents = new DocumentStorageService(config, keys);
  return { documents, job: new SealDocumentsJob(documents, keys) };
}

const readAll = async (documents: DocumentStorageService, file: string) => buffer(await documents.read(file));

it('reads files of before encryption, and encrypts them in runs of bounded size', async () => {
  const { documents, job } = server();
  const folder = path.join(dataDir, 'documents');
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: 201 }, () => randomBytes(16).toString('hex'));
  for (const [at, file] of files.entries()) {
    await writeFile(path.join(folder, file), `plain ${at}`);
    await utimes(path.join(folder, file), yesterday, yesterday);
  }
  const all = async () => (await Promise.all(files.map((file) => readAll(documents, file)))).map(String);
  const plain = files.map((_, at) => `plain ${at}`);
  expect(await all()).toEqual(plain);
  expect((await job.run(now, never)).done).toBe(200);
  expect(await all()).toEqual(plain);
  expect((await job.run(now, never)).done).toBe(1);
  expect((await job.run(now, never)).done).toBe(0);
  expect(await all()).toEqual(plain);
  for (const file of files) expect(String(await readFile(path.join(folder, file)))).not.toContain('plain');
});

it('reads a file whichever way a server that died while converting it left it', async () => {
  const { documents, job } = server();
  const [before, after] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  for (const file of [before, after]) {
    await writeFile(path.join(dataDir, 'documents', file), 'of before');
    await utimes(path.join(dataDir, 'documents', file), yesterday, yesterday);
  }
  await documents.sealStored(after);
  await bank.database.transaction((tx) =>
    tx.write('UPDATE file_keys SET sealed = 0 WHERE file = ?', [after]),
  );
  const config = readConfig({ DATABASE_URL: 'mysql://bank@localhost/bank', DATA_DIR: dataDir });
  await new FileKeys(bank.database, config).make(before, false);
  for (const file of [before, after]) expect(String(await readAll(documents, file))).toBe('of before');
  await server().job.run(now, never);
  for (const file of [before, after]) expect(String(await readAll(documents, file))).toBe('of before');
  expect(job.name).toBe('seal-documents');
});

it('forgets the key of a removed file, and refuses a plain file in the place of an encrypted one', async () => {
  const { documents } = server();
  const { file } = await documents.keep(Readable.from([Buffer.from('a statement')]));
  expect(String(await readAll(documents, file))).toBe('a statement');
  await writeFile(path.join(dataDir, 'documents', file), 'another statement');
  await expect(readAll(documents, file)).rejects.toThrow(AlteredContent);
  await documents.remove([file]);
  expect(await bank.database.count('SELECT COUNT(*) FROM file_keys WHERE file = ?', [file])).toBe(0);
});

it('encrypts files in a bucket too', async () => {
  const bucket = await startBucket();
  try {
    const { documents, job } = server({ DOCUMENTS_URL: bucket.url });
    const old = randomBytes(16).toString('hex');
    bucket.objects.set(`documents/${old}`, { content: Buffer.from('plain of before'), modified: yesterday });
    expect((await job.run(now, never)).done).toBe(1);
    const { file } = await documents.keep(Readable.from([Buffer.from('plain of today')]));
    for (const { content } of bucket.objects.values()) expect(String(content)).not.toContain('plain');
    expect(String(await readAll(documents, old))).toBe('plain of before');
    expect(String(await readAll(documents, file))).toBe('plain of today');
  } finally {
    await bucket.stop();
  }
});

it('does not touch files that another copy of the bank has encrypted in the bucket', async () => {
  const bucket = await startBucket();
  try {
    const { documents, job } = server({ DOCUMENTS_URL: bucket.url });
    const { file } = await documents.keep(Readable.from([Buffer.from('of the other copy')]));
    const kept = bucket.objects.get(`documents/${file}`);
    if (kept) kept.modified = yesterday;
    const key = 'SELECT bank_key, wrapped FROM file_keys WHERE file = ?';
    const [row] = await bank.owner.rows(key, [file]);
    await bank.owner.rows('DELETE FROM file_keys WHERE file = ?', [file]);
    expect((await job.run(now, never)).done).toBe(0);
    expect(await bank.owner.rows(key, [file])).toEqual([]);
    await bank.owner.rows('INSERT INTO file_keys (file, bank_key, wrapped, sealed) VALUES (?, ?, ?, 1)', [
      file,
      row?.bank_key,
      row?.wrapped,
    ]);
    expect(String(await readAll(documents, file))).toBe('of the other copy');
  } finally {
    await bucket.stop();
  }
});

it('closes a file whose reading could not be recorded', async () => {
  const { documents } = server();
  const content = Readable.from([Buffer.from('abc')]);
  jest.spyOn(documents, 'read').mockResolvedValue(content);
  await expect(documents.readRecorded('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(content.destroyed).toBe(true);
});
