import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Job } from '../../bff/src/platform/jobs/job';
import { ScheduledDebitsJob } from '../../bff/src/money/scheduled-payments/scheduled-debits.job';
import { ScheduledRunsService } from '../../bff/src/money/scheduled-payments/scheduled-runs.service';
import { cardTotalsQuery } from '../../bff/src/money/card-payments/card-totals';
import { whileLocked } from '../support/held-lock';
import { never, opened, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
let debits: Job[];

// The failures in this file are deliberate.
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  jobs = await startJobs();
  const { clock } = jobs;
  debits = jobs.twice(
    (source, ledger, told) =>
      new ScheduledDebitsJob(new ScheduledRunsService(source, ledger, new AuditService(clock), told, clock)),
  );
});
afterEach(() => jobs.stop());

const toldKeys = async () =>
  (await jobs.bank.owner.rows('SELECT text_key FROM notifications ORDER BY id')).map(
    ({ text_key }) => text_key,
  );

async function newCard(index: number, status = 'active'): Promise<number> {
  await jobs.bank.owner.rows(
    `INSERT INTO cards (account_id, status, number_encrypted, number_digest, last_four, expiry_date, created_at)
     VALUES (?, ?, 'x', ?, '1234', '2030-01-31', NOW())`,
    [jobs.bank.customer(index), status, randomBytes(32)],
  );
  const [card] = await jobs.bank.owner.rows('SELECT MAX(id) AS id FROM cards');
  return Number(card?.id);
}

async function schedule(cardId: number, amount: number, frequency: string, first: string): Promise<void> {
  await jobs.bank.owner.rows(
    `INSERT INTO scheduled_payments
       (user_id, card_id, amount, currency, label, frequency, first_run, next_run, created_at)
     SELECT a.user_id, c.id, ?, 'EUR', 'Loyer', ?, ?, ?, NOW()
     FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.id = ?`,
    [amount, frequency, first, first, cardId],
  );
}

const runs = async () =>
  (
    await jobs.bank.owner.rows(
      `SELECT status, reason, DATE_FORMAT(occurrence_date, '%Y-%m-%d') AS day
       FROM scheduled_payment_runs ORDER BY schedule_id, occurrence_date`,
    )
  ).map(({ day, status, reason }) => [day, status, reason]);

describe('scheduled debits', () => {
  it('run once per occurrence after three skipped weeks, two servers at once', async () => {
    for (const index of [0, 1, 2]) {
      await jobs.give(index, 100_000n);
      const card = await newCard(index);
      for (let count = 0; count < 4; count += 1) await schedule(card, 1_000, 'weekly', '2027-01-10');
    }
    expect((await jobs.runAll(debits)).map(({ done }) => done)).toEqual([0, 0]);
    jobs.setDay('2027-01-25');
    await jobs.runAll(debits);
    await jobs.runAll(debits);
    expect(await runs()).toEqual(
      Array.from({ length: 12 }, () =>
        ['2027-01-10', '2027-01-17', '2027-01-24'].map((day) => [day, 'completed', null]),
      ).flat(),
    );
    for (const index of [0, 1, 2]) expect(await jobs.bank.balanceOf(jobs.bank.customer(index))).toBe(88_000n);
    expect(await jobs.total()).toBe('0');
    expect((await toldKeys()).length).toBe(36);
  });

  it('never repeat an occurrence, even when the schedule is set back', async () => {
    await jobs.give(0, 10_000n);
    await schedule(await newCard(0), 1_000, 'weekly', opened);
    await jobs.runAll(debits);
    await jobs.bank.owner.rows('UPDATE scheduled_payments SET next_run = first_run');
    await jobs.runAll(debits);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(9_000n);
    expect(await runs()).toEqual([[opened, 'completed', null]]);
  });

  it('respect the limits of a customer whose identity was refused', async () => {
    await jobs.give(0, 200_000n);
    await jobs.bank.owner.rows(`UPDATE users SET kyc_status = 'rejected' WHERE email = 'l0@example.org'`);
    const card = await newCard(0);
    await schedule(card, 20_000, 'weekly', opened);
    await schedule(card, 10_000, 'weekly', opened);
    await jobs.runAll(debits);
    // Two servers take them in any order.
    expect((await runs()).sort()).toEqual([
      [opened, 'completed', null],
      [opened, 'failed', 'LIMIT_OF_LEVEL'],
    ]);
    expect((await toldKeys()).sort()).toEqual(['scheduled_debit_done', 'scheduled_debit_level']);
  });

  it('are refused without funds, with one notification, and not retried for that occurrence', async () => {
    await schedule(await newCard(0), 60_000, 'weekly', opened);
    await jobs.runAll(debits);
    await jobs.give(0, 100_000n);
    await jobs.runAll(debits);
    expect(await runs()).toEqual([[opened, 'failed', 'INSUFFICIENT_FUNDS']]);
    expect(await toldKeys()).toEqual(['scheduled_debit_balance']);
    jobs.setDay(addDays(opened, 7));
    await jobs.runAll(debits);
    expect((await runs())[1]).toEqual([addDays(opened, 7), 'completed', null]);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(40_000n);
  });

  it('are refused for a blocked and an expired card', async () => {
    await jobs.give(0, 100_000n);
    await schedule(await newCard(0, 'blocked'), 100, 'weekly', opened);
    const expired = await newCard(0);
    await jobs.bank.owner.rows('UPDATE cards SET expiry_date = ? WHERE id = ?', ['2026-12-31', expired]);
    await schedule(expired, 100, 'weekly', opened);
    await jobs.runAll(debits);
    expect((await runs()).map(([, , reason]) => reason)).toEqual(['CARD_BLOCKED', 'CARD_INACTIVE']);
    expect(await toldKeys()).toEqual(['scheduled_debit_card', 'scheduled_debit_card']);
  });

  it('are refused while their customer is blocked, and run again afterwards', async () => {
    await jobs.give(0, 100_000n);
    await schedule(await newCard(0), 100, 'weekly', opened);
    await jobs.bank.owner.rows(`UPDATE users SET status = 'inactive'`);
    await jobs.runAll(debits);
    await jobs.bank.owner.rows(`UPDATE users SET status = 'active'`);
    jobs.setDay(addDays(opened, 7));
    await jobs.runAll(debits);
    expect(await runs()).toEqual([
      [opened, 'failed', 'USER_INACTIVE'],
      [addDays(opened, 7), 'completed', null],
    ]);
    expect((await toldKeys()).sort()).toEqual(['scheduled_debit_done', 'scheduled_debit_inactive']);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(99_900n);
  });

  it('respect the cards’ monthly limits, each in the month it was due', async () => {
    await jobs.give(0, 2_000_000n);
    await schedule(await newCard(0), 160_000, 'weekly', '2027-01-20');
    jobs.setDay('2027-02-10');
    await jobs.runAll(debits);
    expect(await runs()).toEqual([
      ['2027-01-20', 'completed', null],
      ['2027-01-27', 'failed', 'CARD_LIMIT_REACHED'],
      ['2027-02-03', 'completed', null],
      ['2027-02-10', 'failed', 'CARD_LIMIT_REACHED'],
    ]);
  });

  it.each([
    ['per_payment = 5999', ['failed', 'failed', 'failed']],
    ['per_day = 6000', ['completed', 'failed', 'completed']],
    ['per_month = 12000', ['completed', 'completed', 'failed']],
    ['per_month = 18000', ['completed', 'completed', 'completed']],
  ])('respect what the holder of their card set: %s', async (limit, statuses) => {
    await jobs.give(0, 200_000n);
    const card = await newCard(0);
    await jobs.bank.owner.rows(`UPDATE cards SET ${limit} WHERE id = ?`, [card]);
    for (const first of ['2027-01-20', '2027-01-20', '2027-01-21'])
      await schedule(card, 6_000, 'monthly', first);
    jobs.setDay('2027-01-22');
    await debits[0]?.run(jobs.clock.now(), never);
    expect((await runs()).map(([, status]) => status)).toEqual(statuses);
    const reasons = new Set((await runs()).map(([, , reason]) => reason).filter(Boolean));
    expect([...reasons]).toEqual(statuses.includes('failed') ? ['CARD_LIMIT_REACHED'] : []);
  });

  it('count in the day and the month of their card, once', async () => {
    await jobs.give(0, 200_000n);
    const [card, other] = [await newCard(0), await newCard(0)];
    await schedule(card, 6_000, 'weekly', '2027-01-15');
    jobs.setDay('2027-01-22');
    await jobs.runAll(debits);
    const account = jobs.bank.customer(0);
    const totals = async (id: number) =>
      (
        await jobs.bank.database.transaction((tx) =>
          tx.together([cardTotalsQuery(id, account, jobs.clock.now())]),
        )
      )[0];
    expect(await totals(card)).toMatchObject({ cardDay: 6_000n, cardMonth: 12_000n });
    expect(await totals(other)).toMatchObject({ cardDay: 0n, cardMonth: 0n });
  });

  it('are refused when their customer leaves at that moment', async () => {
    await jobs.give(0, 100_000n);
    await schedule(await newCard(0), 100, 'weekly', opened);
    const [row] = await jobs.bank.owner.rows('SELECT user_id FROM accounts WHERE id = ?', [
      jobs.bank.customer(0),
    ]);
    const user = Number(row?.user_id);
    await whileLocked(jobs.bank, {
      lock: `SELECT id FROM accounts WHERE user_id = ${user} FOR UPDATE`,
      begin: () => jobs.runAll(debits),
      waits: 'FROM accounts WHERE id IN (%) ORDER BY id FOR UPDATE',
      then: `UPDATE users SET status = 'inactive', deleted_at = NOW(3) WHERE id = ${user}`,
    });
    expect(await runs()).toEqual([[opened, 'failed', 'USER_INACTIVE']]);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(100_000n);
  });

  it('of the 31st run at the end of shorter months', async () => {
    await jobs.give(0, 100_000n);
    await schedule(await newCard(0), 100, 'monthly', '2027-01-31');
    jobs.setDay('2027-05-01');
    await jobs.runAll(debits);
    expect((await runs()).map(([day]) => day)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  it('continue after one of them fails', async () => {
    await jobs.give(0, 10_000n);
    const card = await newCard(0);
    await schedule(card, 100, 'weekly', opened);
    await schedule(card, 100, 'weekly', opened);
    const [first] = await jobs.bank.owner.rows('SELECT MIN(id) AS id FROM scheduled_payments');
    await jobs.bank.owner.rows(
      `CREATE TRIGGER broken BEFORE UPDATE ON scheduled_payments FOR EACH ROW
       BEGIN IF NEW.id = ${Number(first?.id)} THEN SIGNAL SQLSTATE '45000'; END IF; END`,
    );
    await expect(debits[0]?.run(jobs.clock.now(), never)).rejects.toMatchObject({ done: 1, failed: 1 });
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(9_900n);
  });
});
