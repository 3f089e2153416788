import { Logger } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { FeePlansService } from '../../bff/src/money/fees/fee-plans.service';
import { WeeklyFeesService } from '../../bff/src/money/fees/weekly-fees.service';
import type { Job } from '../../bff/src/platform/jobs/job';
import { WeeklyFeeJob } from '../../bff/src/money/fees/weekly-fee.job';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { verifyLedger } from '../../bff/src/money/ledger/ledger-verifier';
import { never, opened, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
let fees: Job[];

// The failures in this file are deliberate.
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  jobs = await startJobs();
  const { clock } = jobs;
  fees = jobs.twice(
    (source, ledger, told) =>
      new WeeklyFeeJob(source, new WeeklyFeesService(ledger, told, clock), new FeePlansService(source)),
  );
});
afterEach(() => jobs.stop());

describe('the weekly fee', () => {
  const paid = async (index: number) =>
    Number(
      (
        await jobs.bank.owner.rows(
          'SELECT COUNT(*) AS count FROM weekly_fees WHERE account_id = ? AND paid_at IS NOT NULL',
          [jobs.bank.customer(index)],
        )
      )[0]?.count,
    );

  it('is charged for the first time seven days after opening, then once a week, two servers at once', async () => {
    await jobs.give(0, 1_000n);
    await jobs.runAll(fees);
    jobs.setDay(addDays(opened, 6));
    await jobs.runAll(fees);
    expect(await paid(0)).toBe(0);
    jobs.setDay(addDays(opened, 7));
    await jobs.runAll(fees);
    await jobs.runAll(fees);
    expect([await paid(0), await jobs.bank.balanceOf(jobs.bank.customer(0))]).toEqual([1, 900n]);
    jobs.setDay(addDays(opened, 28));
    await jobs.runAll(fees);
    expect([await paid(0), await jobs.bank.balanceOf(jobs.bank.customer(0))]).toEqual([4, 600n]);
    expect(await jobs.bank.balanceOf(bankAccounts.fees)).toBe(400n);
    expect(await jobs.total()).toBe('0');
  });

  it('never overdraws: it waits, notifies once, and is charged once the balance allows it', async () => {
    await jobs.give(1, 99n);
    await jobs.runAll(fees);
    jobs.setDay(addDays(opened, 21));
    await jobs.runAll(fees);
    expect([await paid(1), await jobs.bank.balanceOf(jobs.bank.customer(1))]).toEqual([0, 99n]);
    const [who] = await jobs.bank.owner.rows('SELECT user_id FROM accounts WHERE id = ?', [
      jobs.bank.customer(1),
    ]);
    const told = await jobs.bank.owner.rows('SELECT text_key FROM notifications WHERE user_id = ?', [
      who?.user_id,
    ]);
    expect(told).toEqual([{ text_key: 'weekly_fee_waiting' }]);
    await jobs.give(1, 150n);
    await jobs.runAll(fees);
    expect([await paid(1), await jobs.bank.balanceOf(jobs.bank.customer(1))]).toEqual([2, 49n]);
    await jobs.give(1, 100n);
    await jobs.runAll(fees);
    expect([await paid(1), await jobs.bank.balanceOf(jobs.bank.customer(1))]).toEqual([3, 49n]);
  });

  it('is not charged for the time before its introduction, nor to administrators', async () => {
    await jobs.give(0, 1_000n);
    await jobs.give(1, 1_000n);
    const [owner] = await jobs.bank.owner.rows('SELECT user_id FROM accounts WHERE id = ?', [
      jobs.bank.customer(1),
    ]);
    await jobs.bank.owner.rows(`UPDATE users SET role = 'admin' WHERE id = ?`, [owner?.user_id]);
    jobs.setDay(addDays(opened, 70));
    await jobs.runAll(fees);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(1_000n);
    jobs.setDay(addDays(opened, 77));
    await jobs.runAll(fees);
    expect([
      await jobs.bank.balanceOf(jobs.bank.customer(0)),
      await jobs.bank.balanceOf(jobs.bank.customer(1)),
    ]).toEqual([900n, 1_000n]);
  });

  it('is charged to all others when one account of a slice fails, which is retried later', async () => {
    for (const index of [0, 1, 2]) await jobs.give(index, 1_000n);
    await jobs.runAll(fees);
    jobs.setDay(addDays(opened, 7));
    const broken = jobs.bank.customer(1);
    await jobs.bank.owner.rows(
      `CREATE TRIGGER fails BEFORE INSERT ON weekly_fees FOR EACH ROW
       IF NEW.account_id = ${broken} THEN SIGNAL SQLSTATE '45000'; END IF`,
    );
    await expect(fees[0]?.run(jobs.clock.now(), never)).rejects.toMatchObject({ done: 2, failed: 1 });
    expect([await paid(0), await paid(1), await paid(2)]).toEqual([1, 0, 1]);
    await jobs.bank.owner.rows('DROP TRIGGER fails');
    expect((await fees[1]?.run(jobs.clock.now(), never))?.done).toBe(1);
    expect([await paid(1), await jobs.bank.balanceOf(broken), await jobs.total()]).toEqual([1, 900n, '0']);
  });

  it('is a separate movement for each account, and keeps the ledger sound', async () => {
    for (const index of [0, 1]) await jobs.give(index, 1_000n);
    await jobs.runAll(fees);
    jobs.setDay(addDays(opened, 14));
    await jobs.runAll(fees);
    expect((await verifyLedger(jobs.bank.database)).violations).toEqual([]);
    const [counted] = await jobs.bank.owner.rows(
      `SELECT COUNT(*) AS fees, COUNT(DISTINCT w.transfer_id) AS transfers,
         (SELECT COUNT(*) FROM audit_log WHERE action = 'ledger.fee') AS told,
         (SELECT COUNT(*) FROM entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'fee') AS entries
       FROM weekly_fees w JOIN entries e ON e.transfer_id = w.transfer_id AND e.account_id = w.account_id`,
    );
    expect(counted).toEqual({ fees: '4', transfers: '4', told: '4', entries: '8' });
  });
});
