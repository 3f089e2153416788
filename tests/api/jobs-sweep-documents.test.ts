import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownedFiles } from '../../bff/src/jobs';
import { readConfig } from '../../bff/src/platform/config/config';
import { DocumentStorageService } from '../../bff/src/platform/documents/document-storage.service';
import { FileKeys } from '../../bff/src/platform/documents/file-keys.service';
import { SweepDocumentsJob } from '../../bff/src/platform/documents/sweep-documents.job';
import { startBucket } from '../support/bucket';
import { startLedger, type TestLedger } from '../support/ledger';

const never = new AbortController().signal;
const now = new Date();
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const newName = () => randomBytes(16).toString('hex');

let bank: TestLedger;
let dataDir: string;

beforeEach(async () => {
  bank = await startLedger(1);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
});
afterEach(async () => {
  await bank.stop();
  await rm(dataDir, { recursive: true });
});

/** Inserts the row of a submission's document. */
async function file(name: string): Promise<void> {
  const [user] = await bank.owner.rows('SELECT MIN(id) AS id FROM users');
  await bank.owner.rows(
    `INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at)
     VALUES (?, 'A', 'B', '1990-01-01', 'C', NOW())`,
    [user?.id],
  );
  await bank.owner.rows(
    `INSERT INTO documents (submission_id, user_id, kind, name, size, media_type, sha256, file)
     SELECT MAX(id), ?, 'identity', 'a.pdf', 1, 'application/pdf', ?, ? FROM kyc_submissions`,
    [user?.id, randomBytes(32), name],
  );
}

/** Inserts the row of a statement's file. */
async function statementFile(name: string): Promise<void> {
  await bank.owner.rows(
    `INSERT INTO statements (account_id, month, holder, iban, bic, currency, opening, closing, credits, credit_sum,
       debits, debit_sum, issued_at)
     SELECT id, '2026-01', 'A', iban, 'BPCSFRPPXXX', currency, 0, 0, 0, 0, 0, 0, NOW() FROM accounts WHERE id = ?`,
    [bank.customer(0)],
  );
  await bank.owner.rows(
    `INSERT INTO statement_files (statement_id, format, language, file, size, sha256, created_at)
     SELECT MAX(id), 'csv', 'fr', ?, 1, ?, NOW() FROM statements`,
    [name, randomBytes(32)],
  );
}

const configWith = (variables: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'mysql://bank@localhost/bank', DATA_DIR: dataDir, ...variables });

const sweep = (variables: Record<string, string> = {}) => {
  const config = configWith(variables);
  const keys = new FileKeys(bank.database, config);
  const documents = new DocumentStorageService(config, keys);
  return new SweepDocumentsJob(bank.database, documents, keys, ownedFiles).run(now, never);
};

async function write(folder: string, name: string, modified: Date): Promise<void> {
  const where = path.join(dataDir, folder, name);
  await mkdir(path.dirname(where), { recursive: true });
  await writeFile(where, 'x');
  await utimes(where, modified, modified);
}

it('removes unreferenced files from the folder after a day, and partial uploads', async () => {
  const [orphan, young, named, statement] = [newName(), newName(), newName(), newName()];
  await file(named);
  await statementFile(statement);
  await write('documents', orphan, hoursAgo(25));
  await write('documents', young, hoursAgo(23));
  await write('documents', named, hoursAgo(2_500));
  await write('documents', statement, hoursAgo(2_500));
  await write('documents', 'README', hoursAgo(2_500));
  await write('uploads', newName(), hoursAgo(25));
  await write('uploads', young, hoursAgo(1));
  expect((await sweep()).done).toBe(2);
  const left = await readdir(path.join(dataDir, 'documents'));
  expect(left.sort()).toEqual([young, named, statement, 'README'].sort());
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([young]);
  expect((await sweep()).done).toBe(0);
});

it('keeps the files of every table that refers to files', async () => {
  // A settlement statement is one of the rail's files.
  const tables = await bank.owner.rows(
    `SELECT TABLE_NAME AS name FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'file'
       AND TABLE_NAME NOT IN ('file_keys', 'settlement_statements') ORDER BY name`,
  );
  const kept = ownedFiles.flatMap((statement) => / FROM (\w+)/.exec(statement)?.[1] ?? []);
  expect(kept.sort()).toEqual(tables.map(({ name }) => name));
});

it('has nothing to do before anything was uploaded', async () => {
  expect((await sweep()).done).toBe(0);
});

it('removes the same from the bucket, over several pages, and no foreign files', async () => {
  const bucket = await startBucket();
  try {
    const keep = (name: string, hours: number) =>
      bucket.objects.set(name, { content: Buffer.from('x'), modified: hoursAgo(hours) });
    const named = [newName(), newName()];
    const young = newName();
    for (const name of named) await file(name);
    for (const name of named) keep(`documents/${name}`, 2_500);
    const orphans = Array.from({ length: 7 }, newName);
    for (const name of orphans) {
      await new FileKeys(bank.database, configWith()).make(name, true);
      keep(`documents/${name}`, 25);
    }
    keep(`documents/${young}`, 23);
    keep('documents/README', 2_500);
    keep(`elsewhere/${newName()}`, 2_500);
    expect((await sweep({ DOCUMENTS_URL: bucket.url })).done).toBe(7);
    const left = [...bucket.objects.keys()].filter((name) => name.startsWith('documents/'));
    expect(left.sort()).toEqual([...named, young, 'README'].map((name) => `documents/${name}`).sort());
    expect(bucket.objects.size).toBe(5);
    expect(bucket.refused).toEqual([]);
  } finally {
    await bucket.stop();
  }
});

it('leaves a bank’s later files in the bucket after this copy of it was restored', async () => {
  const bucket = await startBucket();
  try {
    const [later, longAgo] = [newName(), newName()];
    for (const [name, days] of [
      [later, 89],
      [longAgo, 91],
    ] as const)
      bucket.objects.set(`documents/${name}`, { content: Buffer.from('x'), modified: hoursAgo(days * 24) });
    expect((await sweep({ DOCUMENTS_URL: bucket.url })).done).toBe(1);
    expect([...bucket.objects.keys()]).toEqual([`documents/${later}`]);
  } finally {
    await bucket.stop();
  }
});
