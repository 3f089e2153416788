import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { EventsService } from '../../bff/src/platform/events/events.service';
import type { Job, JobOutcome } from '../../bff/src/platform/jobs/job';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { startLedger, TestClock } from './ledger';
import { Database } from '../../bff/src/platform/database/database';

/** The day on which the customers of `startJobs` opened their accounts. */
export const opened = '2027-01-04';

/** A job is never asked to stop. */
export const never = new AbortController().signal;

export type TestJobs = Awaited<ReturnType<typeof startJobs>>;

/** Two servers with separate connections, three customers with empty accounts, and a clock. */
export async function startJobs() {
  const clock = new TestClock();
  /** 10 a.m. of a Paris day. */
  const setDay = (day: string) => clock.set(new Date(startOfParisDay(day).getTime() + 36_000_000));
  setDay(opened);
  const bank = await startLedger(3, clock);
  const others = await Database.open(bank.database.source.options);
  return {
    bank,
    clock,
    setDay,
    /** The job of two servers. */
    twice: (make: (source: Database, ledger: LedgerService, told: NotificationsService) => Job): Job[] =>
      [bank.database, others].map((source) => {
        const ledger = new LedgerService(
          new AuditService(clock),
          new EventsService(clock),
          new RandomSource(),
          clock,
        );
        return make(source, ledger, new NotificationsService(source, new EventsService(clock), clock));
      }),
    runAll: (jobs: Job[]): Promise<JobOutcome[]> =>
      Promise.all(jobs.map((job) => job.run(clock.now(), never))),
    give: (index: number, amount: bigint) => bank.move(bankAccounts.funding, bank.customer(index), amount),
    total: async () => (await bank.owner.rows('SELECT SUM(balance) AS total FROM accounts'))[0]?.total,
    async stop() {
      await others.close();
      await bank.stop();
    },
  };
}
