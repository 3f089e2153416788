import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import os from 'node:os';
import path from 'node:path';
import { OwnAccountsService } from '../../bff/src/money/accounts/own-accounts.service';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { SnapshotsService } from '../../bff/src/money/ledger/snapshots.service';
import { IssuedStatementsService } from '../../bff/src/money/statements/issued-statements.service';
import { StatementFilesService } from '../../bff/src/money/statements/statement-files.service';
import { StatementLinesService } from '../../bff/src/money/statements/statement-lines.service';
import { StatementsService } from '../../bff/src/money/statements/statements.service';
import { readConfig } from '../../bff/src/platform/config/config';
import { Database } from '../../bff/src/platform/database/database';
import { DocumentStorageService } from '../../bff/src/platform/documents/document-storage.service';
import { FileKeys } from '../../bff/src/platform/documents/file-keys.service';
import { PdfRenderer } from '../../bff/src/platform/exports/pdf-renderer.service';
import { startLedger, TestClock, type TestLedger } from '../support/ledger';

let bank: TestLedger;
let dataDir: string;
let others: Database;
const clock = new TestClock();
const at = (moment: string) => clock.set(new Date(moment));

beforeAll(async () => {
  at('2027-01-04T09:00:00Z');
  bank = await startLedger(1, clock);
  others = await Database.open(bank.database.source.options);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-data-'));
});
afterAll(async () => {
  await others.close();
  await bank.stop();
  await rm(dataDir, { recursive: true });
});

function server(database: Database) {
  const config = readConfig({ DATABASE_URL: 'mysql://bank@localhost/bank', DATA_DIR: dataDir });
  const accounts = new OwnAccountsService(database);
  const pdf = new PdfRenderer();
  const issued = new IssuedStatementsService(database, new SnapshotsService(database), clock);
  const documents = new DocumentStorageService(config, new FileKeys(database, config));
  const lines = new StatementLinesService(database);
  const files = new StatementFilesService(database, documents, lines, pdf, clock);
  return new StatementsService(database, accounts, issued, files, pdf, clock);
}

const owner = async () => {
  const [row] = await bank.owner.rows('SELECT user_id AS id FROM accounts WHERE id = ?', [bank.customer(0)]);
  return Number(row?.id);
};

it('two servers make one statement and one file of it, at the same moment', async () => {
  await bank.move(bankAccounts.funding, bank.customer(0), 1_000n);
  at('2027-02-01T09:00:00Z');
  const [user, id] = [await owner(), bank.customer(0)];
  const servers = [bank.database, others, bank.database, others].map(server);
  const contents = await Promise.all(
    servers.map(async (each) => {
      const { content } = await each.file(user, { id, month: '2027-01' }, 'csv', 'fr');
      return (await buffer(content as AsyncIterable<Buffer>)).toString();
    }),
  );
  expect(new Set(contents).size).toBe(1);
  expect(contents[0]).toContain(';10,00;');
  const [counts] = await bank.owner.rows(
    'SELECT (SELECT COUNT(*) FROM statements) AS statements, (SELECT COUNT(*) FROM statement_files) AS files',
  );
  expect(counts).toEqual({ statements: '1', files: '1' });
  expect(await readdir(path.join(dataDir, 'documents'))).toHaveLength(1);
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
});

it('a month is offered once its last movements are booked, ten minutes into the next', async () => {
  const [user, id] = [await owner(), bank.customer(0)];
  const months = async () => (await server(bank.database).months(user, id)).months;
  at('2027-02-28T23:09:59Z');
  expect(await months()).toEqual(['2027-01']);
  at('2027-02-28T23:10:00Z');
  expect(await months()).toEqual(['2027-02', '2027-01']);
});

it('the opening balance is the same with stored daily balances and without', async () => {
  const snapshots = new SnapshotsService(bank.database);
  const id = bank.customer(0);
  const opening = async () => [
    await snapshots.balanceAfter(id, '2027-01-03'),
    await snapshots.balanceAfter(id, '2027-02-28'),
    await snapshots.balanceAfter(id, '2027-03-31'),
  ];
  at('2027-03-05T09:00:00Z');
  await bank.move(id, bankAccounts.outside, 300n);
  const expected = [0n, 1_000n, 700n];
  expect(await opening()).toEqual(expected);
  await snapshots.take(clock.now());
  expect(await opening()).toEqual(expected);
  at('2027-04-02T09:00:00Z');
  await bank.move(bankAccounts.funding, id, 50n);
  expect(await opening()).toEqual(expected);
  const { closing } = await new IssuedStatementsService(bank.database, snapshots, clock).of(
    await new OwnAccountsService(bank.database).one(await owner(), id),
    '2027-03',
  );
  expect(closing).toBe(700n);
});

it('the months of a closed account end with that of its closing, in Paris, and go on when it opens again', async () => {
  const user = await owner();
  const { insertId: id } = await bank.database.write(
    `INSERT INTO accounts (user_id, kind, currency, account_type, iban, created_at)
     VALUES (?, 'customer', 'JPY', 'current', 'FR7600000000000000000000001', '2027-01-20 09:00:00')`,
    [user],
  );
  const months = async (closedAt: string | null) => {
    await bank.database.write('UPDATE accounts SET closed_at = ? WHERE id = ?', [closedAt, id]);
    return (await server(bank.database).months(user, id)).months;
  };
  at('2027-03-20T09:00:00Z');
  expect(await months('2027-03-10 09:00:00')).toEqual(['2027-02', '2027-01']);
  at('2027-06-02T09:00:00Z');
  expect(await months('2027-02-28 22:59:59')).toEqual(['2027-02', '2027-01']);
  expect(await months('2027-02-28 23:00:00')).toEqual(['2027-03', '2027-02', '2027-01']);
  expect(await months(null)).toHaveLength(5);
});

it('the server may neither change nor remove a statement', async () => {
  for (const change of ['UPDATE statements SET holder = holder', 'DELETE FROM statement_files']) {
    await expect(bank.database.write(change)).rejects.toThrow(/denied/);
  }
});
