import { DataSource } from 'typeorm';
import { AuditService } from '../../bff/src/audit/audit.service';
import { Chance } from '../../bff/src/common/chance';
import { startOfParisDay } from '../../bff/src/common/paris-day';
import { EventsService } from '../../bff/src/events/events.service';
import type { Job, JobOutcome } from '../../bff/src/jobs/job';
import { bankAccounts } from '../../bff/src/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/ledger/ledger.service';
import { NotificationsService } from '../../bff/src/notifications/notifications.service';
import { startLedger, TestClock } from './ledger';

/** The day on which the customers of `startJobs` opened their accounts. */
export const opened = '2027-01-04';

/** A job is never asked to stop. */
export const never = new AbortController().signal;

export type TestJobs = Awaited<ReturnType<typeof startJobs>>;

/** What two servers with connections of their own run jobs on: three customers who own nothing, and a clock. */
export async function startJobs() {
  const clock = new TestClock();
  /** Ten in the morning of a day of Paris. */
  const setDay = (day: string) => clock.set(new Date(startOfParisDay(day).getTime() + 36_000_000));
  setDay(opened);
  const bank = await startLedger(3, clock);
  const others = await new DataSource(bank.source.options).initialize();
  return {
    ...{ bank, clock, setDay },
    /** The job of two servers. */
    twice: (make: (source: DataSource, ledger: LedgerService, told: NotificationsService) => Job): Job[] =>
      [bank.source, others].map((source) => {
        const ledger = new LedgerService(
          ...([new AuditService(clock), new EventsService(clock), new Chance(), clock] as const),
        );
        return make(source, ledger, new NotificationsService(source, new EventsService(clock), clock));
      }),
    runAll: (jobs: Job[]): Promise<JobOutcome[]> =>
      Promise.all(jobs.map((job) => job.run(clock.now(), never))),
    give: (index: number, amount: bigint) => bank.move(bankAccounts.funding, bank.customer(index), amount),
    total: async () => (await bank.owner.rows('SELECT SUM(balance) AS total FROM accounts'))[0]?.total,
    async stop() {
      await others.destroy();
      await bank.stop();
    },
  };
}
