import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addDays } from '@bank/contracts/days';
import { endOfParisDay, parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { bankAccounts, settlementOf, stripesOf } from '../../bff/src/money/ledger/bank-accounts';
import { ChainVerifier } from '../../bff/src/money/ledger/chain-verifier';
import { linksBefore } from '../../bff/src/money/ledger/ledger-checks';
import { beginning, verifyLedger, verifySnapshots } from '../../bff/src/money/ledger/ledger-verifier';
import { HealthService } from '../../bff/src/platform/health/health.service';
import type { SchedulerService } from '../../bff/src/platform/jobs/scheduler.service';
import { LedgerWatchService } from '../../bff/src/money/ledger/ledger-watch.service';
import { SnapshotsService } from '../../bff/src/money/ledger/snapshots.service';
import { atLength, longIt } from '../support/at-length';
import { connectTo } from '../support/customers';
import { createDatabase, type TestDatabase } from '../support/database';
import { startLedger, type TestLedger } from '../support/ledger';
import { repository } from '../support/repository';
import { runCommand } from '../support/server';

describe('the verifier', () => {
  let bank: TestLedger;

  beforeEach(async () => {
    bank = await startLedger(2);
    await bank.move(bankAccounts.funding, bank.customer(0), 5_000n);
    await bank.move(bank.customer(0), bank.customer(1), 2_000n);
  });
  afterEach(() => bank.stop());

  const broken = async () => (await verifyLedger(bank.database)).violations.map(({ check }) => check);

  it('reports nothing for a sound ledger', async () => {
    expect(await broken()).toEqual([]);
  });

  it('reads the last entries of accounts from an index, however many there are', async () => {
    const rows = [...stripesOf(bankAccounts.funding), bank.customer(0), bank.customer(1)];
    const plan = await bank.owner.rows(`EXPLAIN ${linksBefore}`, [rows, 4]);
    const [lookup] = plan.filter(({ key }) => key === 'entries_account');
    expect(lookup?.Extra).toContain('Using index for group-by');
  });

  it.each([
    [
      'an entry without its other side',
      ['transfers_sum_to_zero', 'balances_equal_entries'],
      [
        `INSERT INTO transfers (reference, kind, description, created_at) VALUES ('TR-X', 'fee', '', NOW(3))`,
        `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT LAST_INSERT_ID(), id, 1, balance + 1, NOW(3) FROM accounts WHERE user_id IS NOT NULL LIMIT 1`,
      ],
    ],
    [
      'currencies that make up for each other',
      ['transfers_sum_to_zero', 'zero_sum'],
      [
        `INSERT INTO transfers (reference, kind, description, created_at) VALUES ('TR-X', 'exchange', '', NOW(3))`,
        `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
         SELECT LAST_INSERT_ID(), id, 1, 1, NOW(3) FROM accounts WHERE id IN (${settlementOf('USD')}, ${settlementOf('GBP')})
         UNION ALL SELECT LAST_INSERT_ID(), id, -2, -2, NOW(3) FROM accounts WHERE id = ${settlementOf('CHF')}`,
        `UPDATE accounts SET balance = 1 WHERE id IN (${settlementOf('USD')}, ${settlementOf('GBP')})`,
        `UPDATE accounts SET balance = -2 WHERE id = ${settlementOf('CHF')}`,
      ],
    ],
    [
      'a transfer without entries',
      ['transfers_sum_to_zero'],
      [`INSERT INTO transfers (reference, kind, description, created_at) VALUES ('TR-X', 'fee', '', NOW(3))`],
    ],
    [
      'a broken chain',
      ['balance_after_chain'],
      [
        `INSERT INTO transfers (reference, kind, description, created_at) VALUES ('TR-X', 'fee', '', NOW(3))`,
        `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT LAST_INSERT_ID(), id, 1, balance, NOW(3) FROM accounts WHERE id = 2`,
        `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT MAX(t.id), 3, -1, -1, NOW(3) FROM transfers t`,
        'UPDATE accounts SET balance = -1 WHERE id = 3',
        'UPDATE accounts SET balance = 0 WHERE id = 2',
      ],
    ],
    [
      'an overwritten balance',
      ['balances_equal_entries', 'zero_sum'],
      ['UPDATE accounts SET balance = balance + 1 WHERE id = 1'],
    ],
    ['a lost hold', ['holds_equal_held'], ['UPDATE accounts SET held = 7 WHERE user_id IS NOT NULL LIMIT 1']],
  ])('finds %s', async (_name, checks, statements) => {
    for (const sql of statements) await bank.database.write(sql);
    // A balance written by hand also breaks the sum.
    expect(await broken()).toEqual(expect.arrayContaining(checks));
  });

  it('reads only new rows again, and keeps reporting its findings', async () => {
    const { watermark } = await verifyLedger(bank.database);
    await bank.database.write(
      `INSERT INTO transfers (reference, kind, description, created_at) VALUES ('TR-X', 'fee', '', NOW(3))`,
    );
    expect((await verifyLedger(bank.database, watermark)).violations).toHaveLength(1);
    const after = { ...watermark, transfers: watermark.transfers + 1 };
    expect((await verifyLedger(bank.database, after)).violations).toEqual([]);
    const health = new HealthService(bank.database, { failingJobs: [] } as unknown as SchedulerService);
    const watch = new LedgerWatchService(bank.database, health, bank.incidents);
    expect(watch.sound).toBe(true);
    for (let round = 0; round < 3; round += 1) {
      await watch.round();
      expect(watch.sound).toBe(false);
    }
    watch.onApplicationShutdown();
  });

  it('finds a chain broken between two ranges, whether it began with the first entry or later', async () => {
    const ranges: [number, number][] = [0, 1, 2, 3, 4, 5, 6].map((start) => [start, start + 1]);
    const broken = async (from: number) =>
      (await new ChainVerifier(bank.database).verify(ranges.slice(from))).flatMap(({ rows }) => rows);
    await bank.move(bankAccounts.funding, bank.customer(0), 700n);
    expect(await Promise.all(ranges.map((_, from) => broken(from)))).toEqual(ranges.map(() => []));
    await bank.owner.rows('DROP TRIGGER entries_refuses_update');
    await bank.owner.rows('UPDATE entries SET balance_after = balance_after + 1 WHERE id = 6');
    for (const from of [0, 3, 5]) expect(await broken(from)).toMatchObject([{ entry: 6, amount: '700' }]);
  });

  longIt('verifies a ledger while money moves', async () => {
    let moving = true;
    const movers = [0, 1].map(async (side) => {
      while (moving) await bank.move(bank.customer(side), bank.customer(1 - side), 1n);
    });
    for (let round = 0; round < 15; round += 1) {
      expect((await verifyLedger(bank.database, beginning)).violations).toEqual([]);
    }
    moving = false;
    await Promise.all(movers);
  });
});

describe('daily snapshots', () => {
  it('equal a full recompute, day by day, also after days without a server and for a new account', async () => {
    const bank = await startLedger(2);
    const snapshots = new SnapshotsService(bank.database);
    const today = parisDay(new Date());
    const days = atLength(40, 22);
    const first = addDays(today, -days);
    expect(await snapshots.take(new Date())).toBe(0);
    bank.clock.set(startOfParisDay(first));
    await bank.move(bankAccounts.funding, bank.customer(0), 1_000n);
    bank.clock.set(new Date(endOfParisDay(first).getTime() - 1));
    await bank.move(bank.customer(0), bank.customer(1), 100n);
    bank.clock.set(endOfParisDay(first));
    await bank.move(bank.customer(0), bank.customer(1), 10n);
    expect(await snapshots.take(new Date(endOfParisDay(first).getTime() + 599_999))).toBe(0);
    const early = await Promise.all([1, 2, 3].map(() => snapshots.take(startOfParisDay(addDays(first, 3)))));
    // Each day is completed by one of them, whichever comes first.
    expect(early.reduce((sum, days) => sum + days, 0)).toBe(2);
    bank.clock.set(startOfParisDay(addDays(first, 20)));
    await bank.move(bank.customer(1), bank.customer(0), 5n);
    await snapshots.take(new Date());
    const rows = await bank.owner.rows(
      `SELECT DATEDIFF(day, ?) AS at, balance FROM balance_snapshots WHERE account_id = ? ORDER BY day`,
      [first, bank.customer(1)],
    );
    const balances = rows.map(({ balance }) => Number(balance));
    expect(balances.slice(0, 2)).toEqual([100, 110]);
    expect([balances[19], balances[20], balances.length]).toEqual([110, 105, rows.length]);
    expect(rows.length).toBeGreaterThanOrEqual(days - 1);
    expect(await verifySnapshots(bank.database)).toEqual([]);
    await bank.owner.rows(
      'UPDATE balance_snapshots SET balance = balance + 1 WHERE account_id = ? AND day = ?',
      [bank.customer(1), addDays(first, 3)],
    );
    expect(await verifySnapshots(bank.database)).toMatchObject([{ check: 'snapshots_equal_recompute' }]);
    await bank.owner.rows(
      'UPDATE balance_snapshots SET balance = balance - 1 WHERE account_id = ? AND day = ?',
      [bankAccounts.funding, addDays(first, 5)],
    );
    expect(await verifySnapshots(bank.database)).toMatchObject([
      { rows: [{ account: bankAccounts.funding, day: addDays(first, 5) }] },
      { check: 'snapshots_equal_recompute' },
    ]);
    await bank.stop();
  });
});

describe('the command', () => {
  let seeded: TestDatabase;

  beforeAll(async () => {
    seeded = await createDatabase({ seeded: true });
  }, 120_000);
  afterAll(() => seeded.drop());

  const verify = () => runCommand('ledger:verify', { DATABASE_URL: seeded.url });

  it('by `npm run ledger:verify` reads the database that a file names, never the private one', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'verify-'));
    const file = path.join(folder, 'url');
    writeFileSync(file, seeded.url);
    const program = path.join(repository, 'libs/cli/verify.mjs');
    const { DATABASE_URL: _, ...others } = process.env;
    const env = { ...others, DATABASE_URL_FILE: file, DATA_DIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'ledger:verify'], { env });
    expect(stdout).toMatch(/^The ledger is sound, up to transfer \d+\.\n/);
    expect(readdirSync(folder)).not.toContain('mariadb');
    rmSync(folder, { recursive: true });
  });

  it('verifies the demonstration data, and fails with the rows of broken laws', async () => {
    expect(await verify()).toMatch(/^The ledger is sound, up to transfer \d+\.\n$/);
    const database = connectTo(seeded.migrationUrl);
    await database.rows('UPDATE accounts SET balance = balance + 1 WHERE id = 1');
    const failed = await verify().catch((error: { code: number; stdout: string }) => error);
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Broken: the sum over all accounts of a currency is zero.') as string,
    });
    await database.end();
  });
});
