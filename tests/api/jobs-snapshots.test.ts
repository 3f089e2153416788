import { addDays } from '../../bff/src/common/paris-day';
import { BalanceSnapshotsJob } from '../../bff/src/jobs/balance-snapshots.job';
import { bankAccounts } from '../../bff/src/ledger/bank-accounts';
import { SnapshotsService } from '../../bff/src/ledger/snapshots.service';
import { never, opened, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
beforeEach(async () => {
  jobs = await startJobs();
});
afterEach(() => jobs.stop());

const both = () => jobs.twice((source) => new BalanceSnapshotsJob(new SnapshotsService(source)));
const kept = async (account: number) =>
  (
    await jobs.bank.owner.rows(
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, balance FROM balance_snapshots
       WHERE account_id = ? ORDER BY day`,
      [account],
    )
  ).map(({ day, balance }) => [day, Number(balance)]);

describe('the balances at the end of each day', () => {
  it('are kept once for every day that is over, two servers at once, also after days without a server', async () => {
    await jobs.give(0, 1_000n);
    await jobs.runAll(both());
    expect(await kept(jobs.bank.customer(0))).toEqual([]);
    jobs.setDay(addDays(opened, 2));
    await jobs.give(0, 500n);
    jobs.setDay(addDays(opened, 3));
    await jobs.runAll(both());
    const days = [opened, addDays(opened, 1), addDays(opened, 2)];
    expect(await kept(jobs.bank.customer(0))).toEqual([
      [days[0], 1_000],
      [days[1], 1_000],
      [days[2], 1_500],
    ]);
    expect(await kept(jobs.bank.customer(1))).toEqual(days.map((day) => [day, 0]));
    expect((await kept(bankAccounts.funding)).at(-1)).toEqual([days[2], -1_500]);
  });

  it('wait until what began before midnight has ended', async () => {
    await jobs.give(0, 1_000n);
    const [job] = both();
    const midnight = Date.UTC(2027, 0, 4, 23);
    for (const [minutes, done] of [
      [9, 0],
      [11, 1],
      [20, 0],
    ] as const) {
      expect((await job?.run(new Date(midnight + minutes * 60_000), never))?.done).toBe(done);
    }
  });

  it('have nothing to keep in a bank where nothing moved', async () => {
    jobs.setDay(addDays(opened, 30));
    expect((await jobs.runAll(both())).map(({ done }) => done)).toEqual([0, 0]);
  });
});
