import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../bff/src/audit/audit.service';
import { HousekeepingService } from '../../bff/src/auth/housekeeping.service';
import { Chance } from '../../bff/src/common/chance';
import { addDays, startOfParisDay } from '../../bff/src/common/paris-day';
import type { Config } from '../../bff/src/config';
import { EventsService } from '../../bff/src/events/events.service';
import type { Job } from '../../bff/src/jobs/job';
import { PurgeJob } from '../../bff/src/jobs/purge.job';
import { ScheduledDebitsJob } from '../../bff/src/jobs/scheduled-debits.job';
import { SchedulerService } from '../../bff/src/jobs/scheduler.service';
import { WeeklyFeeJob } from '../../bff/src/jobs/weekly-fee.job';
import { bankAccounts } from '../../bff/src/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/ledger/ledger.service';
import { NotificationsService } from '../../bff/src/notifications/notifications.service';
import { ScheduledRunsService } from '../../bff/src/scheduled-payments/scheduled-runs.service';
import { startLedger, TestClock, type TestLedger } from '../support/ledger';

const opened = '2027-01-04';
const clock = new TestClock();
const never = new AbortController().signal;

let bank: TestLedger;
let others: DataSource;
let debits: Job[];
let fees: Job[];

/** The job of two servers, each with connections of its own. */
function twice(make: (source: DataSource, ledger: LedgerService, told: NotificationsService) => Job): Job[] {
  return [bank.source, others].map((source) => {
    const ledger = new LedgerService(new AuditService(clock), new EventsService(clock), new Chance(), clock);
    return make(source, ledger, new NotificationsService(source, new EventsService(clock), clock));
  });
}

// What fails here fails on purpose.
beforeAll(() => Logger.overrideLogger(false));

beforeEach(async () => {
  setDay(opened);
  bank = await startLedger(3, clock);
  others = await new DataSource(bank.source.options).initialize();
  debits = twice(
    (source, ledger, told) =>
      new ScheduledDebitsJob(new ScheduledRunsService(source, ledger, new AuditService(clock), told, clock)),
  );
  fees = twice((source, ledger, told) => new WeeklyFeeJob(source, ledger, told, clock));
});

afterEach(async () => {
  await others.destroy();
  await bank.stop();
});

/** Ten in the morning of a day of Paris. */
function setDay(day: string): void {
  clock.set(new Date(startOfParisDay(day).getTime() + 36_000_000));
}

const runAll = (jobs: Job[]) => Promise.all(jobs.map((job) => job.run(clock.now(), never)));
const give = (index: number, amount: bigint) => bank.move(bankAccounts.funding, bank.customer(index), amount);
const total = async () => (await bank.owner.rows('SELECT SUM(balance) AS total FROM accounts'))[0]?.total;
const toldKeys = async () =>
  (await bank.owner.rows('SELECT text_key FROM notifications ORDER BY id')).map(({ text_key }) => text_key);

async function newCard(index: number, status = 'active'): Promise<number> {
  await bank.owner.rows(
    `INSERT INTO cards (account_id, status, number_encrypted, number_digest, last_four, expiry_date, created_at)
     VALUES (?, ?, 'x', ?, '1234', '2030-01-31', NOW())`,
    [bank.customer(index), status, randomBytes(32)],
  );
  const [card] = await bank.owner.rows('SELECT MAX(id) AS id FROM cards');
  return Number(card?.id);
}

async function schedule(cardId: number, amount: number, frequency: string, first: string): Promise<void> {
  await bank.owner.rows(
    `INSERT INTO scheduled_payments
       (user_id, card_id, amount, currency, label, frequency, first_run, next_run, created_at)
     SELECT a.user_id, c.id, ?, 'EUR', 'Loyer', ?, ?, ?, NOW()
     FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.id = ?`,
    [amount, frequency, first, first, cardId],
  );
}

const runs = async () =>
  (
    await bank.owner.rows(
      `SELECT status, reason, DATE_FORMAT(occurrence_date, '%Y-%m-%d') AS day
       FROM scheduled_payment_runs ORDER BY schedule_id, occurrence_date`,
    )
  ).map(({ day, status, reason }) => [day, status, reason]);

describe('scheduled debits', () => {
  it('run once per occurrence after three skipped weeks, two servers at once', async () => {
    for (const index of [0, 1, 2]) {
      await give(index, 100_000n);
      const card = await newCard(index);
      for (let count = 0; count < 4; count += 1) await schedule(card, 1_000, 'weekly', '2027-01-10');
    }
    expect((await runAll(debits)).map(({ done }) => done)).toEqual([0, 0]);
    setDay('2027-01-25');
    await runAll(debits);
    await runAll(debits);
    expect(await runs()).toEqual(
      Array.from({ length: 12 }, () =>
        ['2027-01-10', '2027-01-17', '2027-01-24'].map((day) => [day, 'completed', null]),
      ).flat(),
    );
    for (const index of [0, 1, 2]) expect(await bank.balanceOf(bank.customer(index))).toBe(88_000n);
    expect(await total()).toBe('0');
    expect((await toldKeys()).length).toBe(36);
  });

  it('never run an occurrence again, even when the schedule is set back', async () => {
    await give(0, 10_000n);
    await schedule(await newCard(0), 1_000, 'weekly', opened);
    await runAll(debits);
    await bank.owner.rows('UPDATE scheduled_payments SET next_run = first_run');
    await runAll(debits);
    expect(await bank.balanceOf(bank.customer(0))).toBe(9_000n);
    expect(await runs()).toEqual([[opened, 'completed', null]]);
  });

  it('are refused by the balance, said once, and not tried again for that occurrence', async () => {
    await schedule(await newCard(0), 60_000, 'weekly', opened);
    await runAll(debits);
    await give(0, 100_000n);
    await runAll(debits);
    expect(await runs()).toEqual([[opened, 'failed', 'INSUFFICIENT_FUNDS']]);
    expect(await toldKeys()).toEqual(['scheduled_debit_balance']);
    setDay(addDays(opened, 7));
    await runAll(debits);
    expect((await runs())[1]).toEqual([addDays(opened, 7), 'completed', null]);
    expect(await bank.balanceOf(bank.customer(0))).toBe(40_000n);
  });

  it('are refused by a blocked card and by one that had expired', async () => {
    await give(0, 100_000n);
    await schedule(await newCard(0, 'blocked'), 100, 'weekly', opened);
    const expired = await newCard(0);
    await bank.owner.rows('UPDATE cards SET expiry_date = ? WHERE id = ?', ['2026-12-31', expired]);
    await schedule(expired, 100, 'weekly', opened);
    await runAll(debits);
    expect((await runs()).map(([, , reason]) => reason)).toEqual(['CARD_BLOCKED', 'CARD_INACTIVE']);
    expect(await toldKeys()).toEqual(['scheduled_debit_card', 'scheduled_debit_card']);
  });

  it('stay within what the cards may spend in a month, each in the month it was due for', async () => {
    await give(0, 2_000_000n);
    await schedule(await newCard(0), 160_000, 'weekly', '2027-01-20');
    setDay('2027-02-10');
    await runAll(debits);
    expect(await runs()).toEqual([
      ['2027-01-20', 'completed', null],
      ['2027-01-27', 'failed', 'CARD_LIMIT_REACHED'],
      ['2027-02-03', 'completed', null],
      ['2027-02-10', 'failed', 'CARD_LIMIT_REACHED'],
    ]);
  });

  it('of the 31st keep to the end of the month', async () => {
    await give(0, 100_000n);
    await schedule(await newCard(0), 100, 'monthly', '2027-01-31');
    setDay('2027-05-01');
    await runAll(debits);
    expect((await runs()).map(([day]) => day)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  it('of which one fails do not hold up the others', async () => {
    await give(0, 10_000n);
    const card = await newCard(0);
    await schedule(card, 100, 'weekly', opened);
    await schedule(card, 100, 'weekly', opened);
    const [first] = await bank.owner.rows('SELECT MIN(id) AS id FROM scheduled_payments');
    await bank.owner.rows(
      `CREATE TRIGGER broken BEFORE UPDATE ON scheduled_payments FOR EACH ROW
       BEGIN IF NEW.id = ${Number(first?.id)} THEN SIGNAL SQLSTATE '45000'; END IF; END`,
    );
    await debits[0]?.run(clock.now(), never);
    expect(await bank.balanceOf(bank.customer(0))).toBe(9_900n);
  });
});

describe('the weekly fee', () => {
  const paid = async (index: number) =>
    Number(
      (
        await bank.owner.rows(
          'SELECT COUNT(*) AS count FROM weekly_fees WHERE account_id = ? AND paid_at IS NOT NULL',
          [bank.customer(index)],
        )
      )[0]?.count,
    );

  it('is charged for the first time seven days after opening, then once a week, two servers at once', async () => {
    await give(0, 1_000n);
    await runAll(fees);
    setDay(addDays(opened, 6));
    await runAll(fees);
    expect(await paid(0)).toBe(0);
    setDay(addDays(opened, 7));
    await runAll(fees);
    await runAll(fees);
    expect([await paid(0), await bank.balanceOf(bank.customer(0))]).toEqual([1, 900n]);
    setDay(addDays(opened, 28));
    await runAll(fees);
    expect([await paid(0), await bank.balanceOf(bank.customer(0))]).toEqual([4, 600n]);
    expect(await bank.balanceOf(bankAccounts.fees)).toBe(400n);
    expect(await total()).toBe('0');
  });

  it('never overdraws: it waits, says so once, and is charged when the balance allows it', async () => {
    await give(1, 99n);
    await runAll(fees);
    setDay(addDays(opened, 21));
    await runAll(fees);
    expect([await paid(1), await bank.balanceOf(bank.customer(1))]).toEqual([0, 99n]);
    const [who] = await bank.owner.rows('SELECT user_id FROM accounts WHERE id = ?', [bank.customer(1)]);
    const told = await bank.owner.rows('SELECT text_key FROM notifications WHERE user_id = ?', [
      who?.user_id,
    ]);
    expect(told).toEqual([{ text_key: 'weekly_fee_waiting' }]);
    await give(1, 150n);
    await runAll(fees);
    expect([await paid(1), await bank.balanceOf(bank.customer(1))]).toEqual([2, 49n]);
    await give(1, 100n);
    await runAll(fees);
    expect([await paid(1), await bank.balanceOf(bank.customer(1))]).toEqual([3, 49n]);
  });

  it('is not charged for the time before the bank knew of it, nor to administrators', async () => {
    await give(0, 1_000n);
    await give(1, 1_000n);
    await bank.owner.rows(
      'UPDATE users u JOIN accounts a ON a.user_id = u.id SET u.role = ? WHERE a.id = ?',
      ['admin', bank.customer(1)],
    );
    setDay(addDays(opened, 70));
    await runAll(fees);
    expect(await bank.balanceOf(bank.customer(0))).toBe(1_000n);
    setDay(addDays(opened, 77));
    await runAll(fees);
    expect([await bank.balanceOf(bank.customer(0)), await bank.balanceOf(bank.customer(1))]).toEqual([
      900n,
      1_000n,
    ]);
  });
});

it('what is spent is purged: keys after seven days, and what sign-ins leave', async () => {
  const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  for (const [key, age] of [
    ['old', 7.1],
    ['young', 6.9],
  ] as const) {
    await bank.owner.rows(
      `INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES ('u', ?, 'x', ?)`,
      [key, at(age)],
    );
  }
  const [user] = await bank.owner.rows('SELECT MIN(id) AS id FROM users');
  for (const [device, age] of [
    ['old', 8],
    ['young', 6],
  ] as const) {
    await bank.owner.rows(
      `INSERT INTO sessions (user_id, device, created_at, expires_at, last_active_at) VALUES (?, ?, ?, ?, ?)`,
      [user?.id, device, at(age), at(age), at(age)],
    );
  }
  const job = new PurgeJob(bank.source, new HousekeepingService(bank.source));
  expect((await job.run(clock.now(), never)).done).toBe(2);
  expect(await bank.owner.rows('SELECT idempotency_key FROM idempotency_keys')).toEqual([
    { idempotency_key: 'young' },
  ]);
  expect(await bank.owner.rows('SELECT device FROM sessions')).toEqual([{ device: 'young' }]);
});

describe('the scheduler', () => {
  const scheduler = (jobs: Job[], jobsEverySeconds = 0) =>
    new SchedulerService(jobs, bank.source, new AuditService(clock), { jobsEverySeconds } as Config, clock);
  const logged = () =>
    bank.owner.rows(`SELECT action, type, message FROM audit_log WHERE action LIKE 'job.%' ORDER BY id`);

  it('records a run that did something, and a failure once, and goes on with the others', async () => {
    let works = false;
    const broken: Job = {
      name: 'broken',
      run: () => (works ? Promise.resolve({ done: 1, message: 'Fait.' }) : Promise.reject(new Error('no'))),
    };
    const idle: Job = { name: 'idle', run: () => Promise.resolve({ done: 0, message: 'Rien.' }) };
    const busy: Job = { name: 'busy', run: () => Promise.resolve({ done: 2, message: 'Deux.' }) };
    const rounds = scheduler([broken, idle, busy]);
    await rounds.runAll();
    await rounds.runAll();
    works = true;
    await rounds.runAll();
    const failure = { action: 'job.broken', type: 'error', message: 'La tâche broken a échoué.' };
    const two = { action: 'job.busy', type: 'info', message: 'Deux.' };
    expect(await logged()).toEqual([
      failure,
      two,
      two,
      { ...two, action: 'job.broken', message: 'Fait.' },
      two,
    ]);
    const kept = await bank.owner.rows('SELECT job, done, failed FROM job_runs ORDER BY id');
    expect(kept[0]).toEqual({ job: 'broken', done: 0, failed: 1 });
    expect(kept).toHaveLength(5);
  });

  it('runs a job at most as often as it asks', async () => {
    let times = 0;
    const rare: Job = {
      name: 'rare',
      everySeconds: 60,
      run: () => Promise.resolve({ done: (times += 1), message: '' }),
    };
    const rounds = scheduler([rare]);
    await rounds.runAll();
    await rounds.runAll();
    clock.set(new Date(clock.now().getTime() + 60_000));
    await rounds.runAll();
    expect(times).toBe(2);
  });

  it('waits at a stop for what is under way, and starts nothing more', async () => {
    const events: string[] = [];
    const slow: Job = {
      name: 'slow',
      async run(_now, stopping) {
        events.push('started');
        while (!stopping.aborted) await new Promise((resolve) => setTimeout(resolve, 20));
        await new Promise((resolve) => setTimeout(resolve, 200));
        events.push('ended');
        return { done: 0, message: '' };
      },
    };
    const next: Job = { name: 'next', run: () => Promise.reject(new Error('too late')) };
    const rounds = scheduler([slow, next], 0.05);
    rounds.onApplicationBootstrap();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await rounds.beforeApplicationShutdown();
    expect(events).toEqual(['started', 'ended']);
    expect(await logged()).toEqual([]);
  });
});
