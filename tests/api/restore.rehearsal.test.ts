/** @jest-environment ./tests/support/bank-environment.ts */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mysql from 'mysql2/promise';
import { newPassword, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import {
  customerWith,
  newFolder,
  nextSecond,
  passphrase,
  removeFolder,
  runScript,
  startDurableBank,
  transfer,
} from './rehearsed-bank';
import { until } from '../support/until';

let bank: Awaited<ReturnType<typeof startDurableBank>>;
let backups: string;
let env: Record<string, string>;
let anne: NewCustomer;
let paul: NewCustomer;
const folders: string[] = [];

const folder = async (name: string) => {
  const made = await newFolder(name);
  folders.push(made);
  return made;
};

beforeAll(async () => {
  backups = await folder('backups');
  env = { BACKUP_URL: `file://${backups}` };
  bank = await startDurableBank(await folder('origin'), env);
  [anne, paul] = [await customerWith(bank.url, 1_000), await customerWith(bank.url, 0)];
}, 120_000);
afterAll(async () => {
  await bank.stop();
  for (const each of folders) await removeFolder(each);
}, 60_000);

const send = () => transfer(bank.url, anne, paul);
const some = async (count: number) => {
  const references: string[] = [];
  while (references.length < count) references.push(await send());
  return references;
};
const backup = (...args: string[]) => runScript('backup', args, { ...env, DATA_DIR: bank.dataDir }).ended;
const restore = (moment: string, into: string, more: Record<string, string> = {}) =>
  runScript('restore', [moment], { ...env, DATA_DIR: into, ...more }).ended;
const areAnchored = () => Promise.resolve(existsSync(path.join(backups, 'anchors')));

async function referencesIn(url: string): Promise<string[]> {
  const connection = await mysql.createConnection({ uri: url });
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT reference FROM transfers');
    return rows.map(({ reference }) => String(reference));
  } finally {
    await connection.end();
  }
}

it('restores a bank to a second: all that was confirmed before, nothing of after', async () => {
  await until(areAnchored);
  const before = await some(5);
  // Transfers go on at speed while the first backup is taken, and a second one refuses to run beside it.
  let isCopying = true;
  const during: string[] = [];
  const sending = (async () => {
    while (isCopying) during.push(await send());
  })();
  const [first, second] = await Promise.all([backup(), backup()]);
  isCopying = false;
  await sending;
  expect([first.code, second.code].sort()).toEqual([0, 1]);
  expect(first.output + second.output).toContain('A full backup is kept');
  expect(first.output + second.output).toContain('Another backup of this database is running.');
  const between = await some(5);
  // The next one works after a backup that was killed.
  const killed = runScript('backup', [], { ...env, DATA_DIR: bank.dataDir });
  await until(async () =>
    Promise.resolve(readdirSync(path.join(backups, 'data')).some((id) => /incremental/.test(id))),
  );
  killed.kill();
  await killed.ended;
  await until(async () => (await backup()).code === 0);
  const after = await some(5);
  // As an upload, which has its name before the row that names it is confirmed.
  const document = path.join(bank.dataDir, 'documents', '0'.repeat(32));
  mkdirSync(path.dirname(document), { recursive: true });
  writeFileSync(document, 'a passport');
  const moment = await nextSecond();
  const later = await some(5);
  expect(await backup('log')).toMatchObject({ code: 0 });

  const into = await folder('restored');
  const done = await restore(moment, into);
  expect(done.output).toMatch(/as it was at .*: \d+ transfers, the last one of .*, 2 users\./);
  expect(done.output).toMatch(
    /The ledger is sound.*[^]*The log is sound.*[^]*It has all that \d+ anchors say/,
  );
  expect(done.output).toMatch(
    /full backup of .*, \d incremental ones? up to .*, and \d+ files of the binary log/,
  );
  expect(done.code).toBe(0);
  expect(readFileSync(path.join(into, 'documents', '0'.repeat(32)), 'utf8')).toBe('a passport');
  const restored = await startDurableBank(into, { BACKUP_URL: '' }, false);
  try {
    const found = await referencesIn(restored.database.migrationUrl);
    expect(found).toEqual(expect.arrayContaining([...before, ...during, ...between, ...after]));
    expect(found.filter((reference) => later.includes(reference))).toEqual([]);
    const body = { username: anne.username, email: anne.email, password: newPassword };
    expect(await call('POST', `${restored.url}/api/auth/login`, { body })).toMatchObject({ status: 200 });
  } finally {
    await restored.stop();
  }
}, 240_000);

it('reads nothing without the passphrase: neither keys nor customers', () => {
  const keys = JSON.parse(readFileSync(path.join(bank.dataDir, 'keys.json'), 'utf8')) as Record<
    string,
    string
  >;
  for (const file of readdirSync(backups, { recursive: true, encoding: 'utf8' })) {
    if (!/data\/.*\/\d+$|manifests\//.test(file)) continue;
    const content = readFileSync(path.join(backups, file));
    for (const secret of [...Object.values(keys), anne.email, paul.username, 'ibdata', 'audit_log']) {
      expect(content.includes(secret)).toBe(false);
    }
  }
});

it('keeps the log by itself while it follows the bank', async () => {
  const logs = () => readdirSync(path.join(backups, 'manifests')).filter((id) => id.includes('-log-')).length;
  const before = logs();
  const following = runScript('backup', ['follow'], { ...env, DATA_DIR: bank.dataDir });
  await until(() => Promise.resolve(logs() > before));
  following.kill();
  await following.ended;
  expect(logs()).toBe(before + 1);
}, 60_000);

it('refuses another passphrase, a folder with something in it, and times that were not kept', async () => {
  const into = await folder('refused');
  const now = new Date().toISOString().slice(0, 19);
  const refusal = async (moment: string, more = {}) => (await restore(moment, into, more)).output;
  expect(await refusal(`${now}Z`, { BACKUP_PASSPHRASE: `${passphrase}.` })).toContain(
    'is not the passphrase',
  );
  expect(await refusal('2020-01-01T00:00:00Z')).toContain('That is before the first backup, which is of');
  expect(await refusal('2099-01-01T00:00:00Z')).toContain(
    'That is after the last backup, which reaches up to',
  );
  expect(await refusal('yesterday')).toContain('Give the time as in');
  writeFileSync(path.join(into, 'mine'), '');
  expect(await refusal(`${now}Z`)).toContain('is not empty');
}, 60_000);

it('refuses altered or missing pieces, and then begins again from the start', async () => {
  const into = await folder('again');
  const moment = await nextSecond();
  await send();
  expect(await backup('log')).toMatchObject({ code: 0 });
  const id = readdirSync(path.join(backups, 'manifests')).find((each) => each.includes('-full-')) ?? '';
  const spoil = async (file: string, expected: string) => {
    const content = readFileSync(file);
    const changed = Buffer.from(content);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    writeFileSync(file, changed);
    const { code, output } = await restore(moment, into);
    writeFileSync(file, content);
    expect([code, output]).toEqual([1, expect.stringContaining(expected)]);
  };
  await spoil(path.join(backups, 'manifests', id), `The object manifests/${id} of the backups was altered`);
  await spoil(
    path.join(backups, 'data', id, 'database/000000'),
    `${id}/database/000000 of the backups was altered`,
  );
  const interrupted = runScript('restore', [moment], { ...env, DATA_DIR: into });
  await until(async () => Promise.resolve(readdirSync(path.join(into, '.restoring')).length > 1));
  interrupted.kill();
  await interrupted.ended;
  expect(await restore(moment, into)).toMatchObject({ code: 0 });
  expect(readdirSync(into)).not.toContain('.restoring');
  // A restored bank is another one from here on: its log is not mixed with that of the first.
  const again = runScript('backup', ['log'], { ...env, DATA_DIR: into });
  expect((await again.ended).output).toContain('does not go on after');
  const next = runScript('backup', [], { ...env, DATA_DIR: into });
  expect((await next.ended).output).toContain('A full backup is kept');
}, 240_000);

const sequenceAt = async (url: string) =>
  (await call<{ sequence: number }>('GET', `${url}/remotes.json`)).body.sequence;

it('restores a restored bank again, also from the same backups, whose anchors know of the lost time', async () => {
  await until(areAnchored);
  // Another bank may have been backed up to the same place since.
  expect(await backup()).toMatchObject({ code: 0 });
  const moment = await nextSecond();
  await some(5);
  const anchoredAt = Date.now();
  const anchors = path.join(backups, 'anchors');
  await until(() =>
    Promise.resolve(
      readdirSync(anchors).some((name) => statSync(path.join(anchors, name)).mtimeMs > anchoredAt),
    ),
  );
  expect(await backup('log')).toMatchObject({ code: 0 });
  const into = await folder('once');
  const done = await restore(moment, into);
  expect(done.output).toMatch(/Erased by the job erase-data once it runs: data of 0 people who had left/);
  const copy = await startDurableBank(into, env, false);
  const files = readdirSync(anchors).length;
  try {
    const body = { username: anne.username, email: anne.email, password: newPassword };
    await call('POST', `${copy.url}/api/auth/login`, { body });
    // Browsers accept no smaller one than they have seen.
    expect(await sequenceAt(copy.url)).toBeGreaterThan(await sequenceAt(bank.url));
    await until(() => Promise.resolve(readdirSync(anchors).length > files));
    const backedUp = runScript('backup', [], { ...env, DATA_DIR: into });
    expect((await backedUp.ended).output).toContain('A full backup is kept');
    const later = await nextSecond();
    expect(await runScript('backup', ['log'], { ...env, DATA_DIR: into }).ended).toMatchObject({ code: 0 });
    const again = await restore(later, await folder('twice'));
    expect(again.output).toContain(`It was restored as it was at ${moment.replace('Z', '.000Z')}`);
    expect(again.code).toBe(0);
  } finally {
    await copy.stop();
  }
}, 240_000);
