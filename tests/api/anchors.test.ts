import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AnchorsService } from '../../bff/src/money/anchors/anchors.service';
import { noteRestore } from '../../bff/src/money/anchors/restores';
import { verifyWithAnchors } from '../../bff/src/money/anchors/verify-with-anchors';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { verifyLedger } from '../../bff/src/money/ledger/ledger-verifier';
import { AuditSealerService } from '../../bff/src/platform/audit/audit-sealer.service';
import { verifyAudit } from '../../bff/src/platform/audit/audit-verifier';
import type { Config } from '../../bff/src/platform/config/config';
import { startLedger, type TestLedger } from '../support/ledger';
import { startBucket } from '../support/bucket';

let bank: TestLedger;
let config: Config;

beforeEach(async () => {
  bank = await startLedger(2);
  config = {
    dataDir: mkdtempSync(path.join(os.tmpdir(), 'bank-anchors-')),
    backupKeepDays: 30,
    signingKeys: [{ id: 1, key: Buffer.alloc(32, 7) }],
  } as Config;
});
afterEach(async () => {
  await bank.stop();
  rmSync(config.dataDir, { recursive: true });
});

/** Movements, each of which the ledger logs; then the seals. */
async function move(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await bank.move(bankAccounts.funding, bank.customer(0), 100n);
  }
  await new AuditSealerService(bank.database).seal();
}

const held = (place = 'store', until?: Date) => verifyWithAnchors(bank.database, config, place, until);
const marks = { transfers: 'id', entries: 'id', audit_log: 'id', audit_seals: 'position' };
const newest = async (table: keyof typeof marks) => {
  const [row] = await bank.owner.rows(`SELECT COALESCE(MAX(${marks[table]}), 0) AS id FROM ${table}`);
  return Number(row?.id);
};

/** What the database had, as a replica has it that the last transactions never reached. */
async function rememberState() {
  const accounts = await bank.owner.rows('SELECT id, balance FROM accounts');
  const tables = Object.keys(marks) as (keyof typeof marks)[];
  const last = await Promise.all(tables.map(async (table) => ({ table, id: await newest(table) })));
  return async () => {
    const triggers = await bank.owner.rows(
      'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()',
    );
    for (const { name } of triggers) await bank.owner.rows(`DROP TRIGGER ${String(name)}`);
    await bank.owner.rows('SET FOREIGN_KEY_CHECKS = 0');
    for (const { table, id } of last) {
      await bank.owner.rows(`DELETE FROM ${table} WHERE ${marks[table]} > ?`, [id]);
    }
    for (const { id, balance } of accounts) {
      await bank.owner.rows('UPDATE accounts SET balance = ? WHERE id = ?', [balance, id]);
    }
  };
}

async function expectBothSound(): Promise<void> {
  expect((await verifyLedger(bank.database)).violations).toEqual([]);
  expect((await verifyAudit(bank.database)).broken).toEqual([]);
}

it('finds a database that lost its last transactions, which both verifications miss', async () => {
  const anchors = new AnchorsService(config, bank.database);
  await move(3);
  await anchors.write();
  const lose = await rememberState();
  await move(2);
  await anchors.write();
  expect(await held()).toMatchObject({ broken: [], checked: 2, newest: { position: 5 } });
  await lose();
  await expectBothSound();
  const { broken } = await held();
  expect(broken).toEqual([
    expect.stringMatching(/^line 5 of the log, which was sealed by .*Z, is gone$/),
    expect.stringMatching(/^4 entries of the ledger, of 4 that it had between .* are gone$/),
  ]);
  // The bank went on, with other lines and as many entries.
  await move(2);
  await expectBothSound();
  expect((await held()).broken[0]).toMatch(/^line 5 of the log.* is another line$/);
});

it('passes over anchors of after the moment of a restored database', async () => {
  const anchors = new AnchorsService(config, bank.database);
  await move(1);
  await anchors.write();
  const moment = (await held()).newest?.time ?? '';
  const lose = await rememberState();
  await move(1);
  await anchors.write();
  await lose();
  const between = new Date(Date.parse(moment) + 1);
  expect(await held('store', between)).toMatchObject({ broken: [], checked: 1 });
  expect((await held()).broken).not.toEqual([]);
  await expect(held('store', new Date(moment))).rejects.toThrow('There is no anchor of before');
});

const noteOf = (moment: Date) => bank.database.transaction((tx) => noteRestore(tx, moment));

it('ignores the bank’s changes after the restored moment, and finds losses of the copy', async () => {
  const anchors = new AnchorsService(config, bank.database);
  await move(1);
  await anchors.write();
  const moment = new Date(Date.parse((await held()).newest?.time ?? '') + 1);
  const restore = await rememberState();
  await move(1);
  await anchors.write();
  await restore();
  await noteOf(moment);
  await move(2);
  const copy = new AnchorsService(config, bank.database);
  await copy.write();
  expect(await held()).toMatchObject({
    broken: [],
    checked: 2,
    restores: [{ moment: moment.toISOString() }],
  });
  const lose = await rememberState();
  await move(1);
  await copy.write();
  await lose();
  expect((await held()).broken[0]).toMatch(/^line 5 of the log.* is gone$/);
});

it('ignores the changes of a restored copy beside the bank', async () => {
  const anchors = new AnchorsService(config, bank.database);
  await move(1);
  await anchors.write();
  const original = await rememberState();
  await noteOf(new Date());
  await move(1);
  await new AnchorsService(config, bank.database).write();
  expect(await held()).toMatchObject({ broken: [], checked: 2 });
  await original();
  await move(1);
  expect(await held()).toMatchObject({ broken: [], checked: 1, restores: [] });
});

it('finds a forged anchor, and one that another key signed', async () => {
  const anchors = new AnchorsService(config, bank.database);
  await move(2);
  await anchors.write();
  const folder = path.join(config.dataDir, 'anchors');
  const [name = ''] = readdirSync(folder);
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"position":2', '"position":1'));
  expect((await held(file)).broken).toEqual([
    `a line of ${name} was altered, or signed with a key that is not known`,
  ]);
  await expect(held('/no/such/file')).rejects.toThrow('there is no such file or folder');
});

it('writes into the bucket, goes on after it failed, and writes nothing where nothing happened', async () => {
  const bucket = await startBucket();
  const [url = ''] = bucket.url.split('?');
  const { origin, pathname, username, password } = new URL(url);
  const keys = { accessKeyId: username, secretAccessKey: decodeURIComponent(password) };
  config = { ...config, backupStore: { url: origin + pathname, region: 'eu-west-3', ...keys } } as Config;
  const anchors = new AnchorsService(config, bank.database);
  try {
    await move(1);
    bucket.answer(500);
    const written = anchors.write();
    setTimeout(() => bucket.answer(0), 100);
    await written;
    await anchors.write();
    await move(1);
    await anchors.write();
    expect([...bucket.objects.keys()]).toEqual([
      expect.stringMatching(/^anchors\/\d{4}-\d\d-\d\dT\d\d-\w{8}$/),
    ]);
    expect(await held()).toMatchObject({ broken: [], checked: 2 });
  } finally {
    await bucket.stop();
  }
});
