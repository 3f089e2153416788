import { addDays } from '@bank/contracts/days';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { IdentityRenewalJob } from '../../bff/src/people/kyc/identity-renewal.job';
import { IdentityRenewalService } from '../../bff/src/people/kyc/identity-renewal.service';
import { rowOf, text } from '../../bff/src/platform/database/columns';
import type { Transaction } from '../../bff/src/platform/database/transaction';
import type { Job } from '../../bff/src/platform/jobs/job';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
let renewals: Job[];
const statusRow = rowOf({ Value: text });

beforeEach(async () => {
  jobs = await startJobs();
  renewals = jobs.twice((source, _ledger, told) => {
    const [events, audit] = [new EventsService(jobs.clock), new AuditService(jobs.clock)];
    const files = new CasesService(audit, events, new RandomSource(), jobs.clock);
    const cases = new BankCases(files, audit, jobs.clock);
    return new IdentityRenewalJob(new IdentityRenewalService(source, told, events, audit, cases));
  });
});
afterEach(() => jobs.stop());

/** The approval of the nth customer runs out on this day. */
const runsOut = (index: number, day: string) =>
  jobs.bank.owner.rows('UPDATE users SET identity_approved_at = ? WHERE email = ?', [
    new Date(startOfParisDay(`${Number(day.slice(0, 4)) - 2}${day.slice(4)}`).getTime() + 1_000),
    `l${index}@example.org`,
  ]);
const told = async () =>
  (
    await jobs.bank.owner.rows(
      `SELECT u.email, n.text_key, n.text_values FROM notifications n JOIN users u ON u.id = n.user_id ORDER BY n.id`,
    )
  ).map(({ email, text_key, text_values }) => {
    const { days } = JSON.parse(String(text_values)) as { days?: string };
    return [String(email).slice(0, 2), text_key, ...(days ? [days] : [])].join(' ');
  });
const stateOf = async (index: number) =>
  (await jobs.bank.owner.rows('SELECT kyc_status FROM users WHERE email = ?', [`l${index}@example.org`]))[0]
    ?.kyc_status;

it('reminds 60, 30 and 7 days before, each once on two servers, and asks again on the day', async () => {
  const last = '2027-06-30';
  await runsOut(0, last);
  await runsOut(1, '2028-06-30');
  await runsOut(2, '2028-06-30');
  for (const [days, expected] of [
    [61, []],
    [60, ['l0 identity_runs_out 60']],
    [59, []],
    [30, ['l0 identity_runs_out 30']],
    [7, ['l0 identity_runs_out 7']],
    [1, []],
    [0, ['l0 identity_expired']],
    [-1, []],
  ] as const) {
    const before = (await told()).length;
    jobs.setDay(addDays(last, -days));
    await jobs.runAll(renewals);
    // Of two servers at once each may leave a person to the other, whose row it finds locked: the next run takes them.
    for (const job of renewals) await jobs.runAll([job]);
    expect([days, (await told()).slice(before)]).toEqual([days, expected]);
  }
  expect([await stateOf(0), await stateOf(1)]).toEqual(['pending', 'approved']);
});

it('sends one reminder after downtime, and reminds again of another approval', async () => {
  await runsOut(0, '2027-06-30');
  await runsOut(1, '2028-06-30');
  await runsOut(2, '2028-06-30');
  jobs.setDay('2027-06-10');
  await jobs.runAll(renewals);
  expect(await told()).toEqual(['l0 identity_runs_out 30']);
  await runsOut(0, '2027-07-05');
  await jobs.runAll(renewals);
  expect(await told()).toEqual(['l0 identity_runs_out 30', 'l0 identity_runs_out 30']);
});

it('reads each approval that runs out once, however many there are', async () => {
  const { owner, database } = jobs.bank;
  await owner.rows(
    `INSERT INTO users (email, username, first_name, last_name, password_hash, kyc_status, identity_approved_at, created_at)
     SELECT CONCAT('many', n.seq, '@example.org'), CONCAT('many', n.seq), 'M', 'M', '-', 'approved',
       ? + INTERVAL n.seq DIV 3 SECOND, NOW(3)
     FROM (WITH RECURSIVE numbers AS (SELECT 1 AS seq UNION ALL SELECT seq + 1 FROM numbers WHERE seq < 900)
       SELECT seq FROM numbers) n`,
    [startOfParisDay('2025-06-20')],
  );
  jobs.setDay('2027-06-10');
  const transaction = database.transaction.bind(database);
  const read = async (tx: Transaction) =>
    Number((await tx.row(statusRow, `SHOW SESSION STATUS LIKE 'Handler_read_next'`, []))?.Value);
  let reads = 0;
  jest.spyOn(database, 'transaction').mockImplementation((work, ...opening) =>
    transaction(
      async (tx, results) => {
        const before = await read(tx);
        const result = await work(tx, results);
        reads += (await read(tx)) - before;
        return result;
      },
      ...opening,
    ),
  );
  await jobs.runAll(renewals.slice(0, 1));
  expect((await told()).length).toBe(900);
  expect(reads).toBeGreaterThan(899);
  // Once among the approvals, and once among the reminders.
  expect(reads).toBeLessThan(2_500);
});
