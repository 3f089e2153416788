import { addDays } from '@bank/contracts/days';
import { ChargebackWatch } from '../../bff/src/money/card-payments/chargeback-watch.service';
import { ChargebacksService } from '../../bff/src/money/disputes/chargebacks.service';
import { bankAccounts, positionOf, settlementOf } from '../../bff/src/money/ledger/bank-accounts';
import { RailWatchService } from '../../bff/src/money/reconciliation/rail-watch.service';
import { WatchCounterpartsJob } from '../../bff/src/money/reconciliation/watch-counterparts.job';
import { TopUpMetricsService } from '../../bff/src/money/top-ups/top-up-metrics.service';
import { TopUpsService } from '../../bff/src/money/top-ups/top-ups.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { BankSettingsService } from '../../bff/src/platform/bank-settings/bank-settings.service';
import type { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { UnansweredRequests } from '../../bff/src/ports/card-network/unanswered-requests.service';
import type { PaymentRail } from '../../bff/src/ports/payment-rail/payment-rail';
import { SettlementDays } from '../../bff/src/ports/payment-rail/settlement-days.service';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
/** When the oldest message to the rail was stored that it has not answered. */
let unanswered: Date | null;
/** When the oldest message of the rail arrived that was not worked on, and when the first message was exchanged. */
let arrived: Date | null;
let begunAt: Date | undefined;

beforeEach(async () => {
  jobs = await startJobs();
  unanswered = null;
  arrived = null;
  begunAt = undefined;
});
afterEach(() => jobs.stop());

const rail = {
  isConfigured: true,
  backlog: async () => ({ count: 1, oldest: unanswered }),
  hasWaiting: async (before: Date) => arrived !== null && arrived < before,
  begunAt: async () => begunAt,
} as unknown as PaymentRail;

function jobOf(source: Database) {
  const { clock } = jobs;
  const requests = new UnansweredRequests();
  const topUps = new TopUpsService(
    source,
    {} as never,
    {} as never,
    {} as never,
    {} as never,
    {} as never,
    clock,
  );
  const metrics = { gauge: () => undefined } as never;
  new TopUpMetricsService(metrics, topUps, requests, clock).onModuleInit();
  const chargebacks = new ChargebacksService(
    source,
    {} as never,
    requests,
    new ChargebackWatch(),
    {} as never,
    {} as never,
    clock,
  );
  chargebacks.onModuleInit();
  const incidents = new IncidentsService(source, new AuditService(clock), new EventsService(clock), clock);
  const days = new SettlementDays(new BankSettingsService(source));
  const railWatch = new RailWatchService(source, rail, days, incidents);
  return new WatchCounterpartsJob(source, rail, requests, railWatch, incidents);
}

const ago = (seconds: number) => new Date(jobs.clock.now().getTime() - seconds * 1000);
/** The incidents after the job of two servers ran. */
async function watch() {
  await jobs.runAll(jobs.twice((source) => jobOf(source)));
  const rows = await jobs.bank.owner.rows('SELECT kind, is_public, closed_at FROM incidents ORDER BY id');
  return rows.map(({ kind, is_public, closed_at }) => [
    kind,
    Number(is_public) === 1 ? 'public' : 'for staff',
    closed_at === null ? 'open' : 'closed',
  ]);
}

it('finds the rail silent after two minutes, once, and well when it has answered', async () => {
  unanswered = ago(119);
  expect(await watch()).toEqual([]);
  unanswered = ago(121);
  expect(await watch()).toEqual([['rail_silent', 'public', 'open']]);
  expect(await watch()).toEqual([['rail_silent', 'public', 'open']]);
  unanswered = null;
  expect(await watch()).toEqual([['rail_silent', 'public', 'closed']]);
});

it('finds the card network silent about a top-up, until it has answered', async () => {
  const { owner } = jobs.bank;
  const [user] = await owner.rows('SELECT MIN(id) AS id FROM users');
  const ask = `INSERT INTO top_ups (id, user_id, amount, created_at) VALUES ('t1', ?, 1000, ?)`;
  await owner.rows(ask, [Number(user?.id), ago(121)]);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'open']]);
  await owner.rows(`UPDATE top_ups SET state = 'declined'`);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'closed']]);
});

it('finds the card network silent about a chargeback, also beside a younger top-up, until it has answered', async () => {
  const { owner } = jobs.bank;
  const [user] = await owner.rows('SELECT MIN(id) AS id FROM users');
  const userId = Number(user?.id);
  const at = ago(121);
  await owner.rows(
    `INSERT INTO cases (reference, kind, topic, user_id, state, decision, decided_at, due_at, created_at)
     VALUES ('CASE-1', 'dispute', 'not_me', ?, 'decided', 'accepted', ?, ?, ?)`,
    [userId, at, at, at],
  );
  await owner.rows(
    `INSERT INTO case_entries (case_id, kind, is_customer, created_at) SELECT id, 'decision', FALSE, ? FROM cases`,
    [at],
  );
  const dispute = `
    INSERT INTO disputes (case_id, user_id, transaction_id, reason, amount, currency, state, request, asked, ask_at, created_at)
    SELECT id, user_id, 1, 'not_me', 500, 'EUR', 'open', 'CB-1', 500, ?, ? FROM cases`;
  await owner.rows(dispute, [at, at]);
  await owner.rows(`INSERT INTO top_ups (id, user_id, amount, created_at) VALUES ('t1', ?, 1000, ?)`, [
    userId,
    ago(60),
  ]);
  expect(await watch()).toEqual([]);
  await owner.rows(`UPDATE disputes SET state = 'asked'`);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'open']]);
  // As a reversal of another chargeback opens it again.
  await owner.rows(`UPDATE cases SET state = 'open', decision = NULL, decided_at = NULL`);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'open']]);
  await owner.rows(`UPDATE disputes SET state = 'granted'`);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'closed']]);
});

it('finds a message of the rail stuck after five minutes, for staff, until it is worked on', async () => {
  arrived = ago(299);
  expect(await watch()).toEqual([]);
  arrived = ago(301);
  expect(await watch()).toEqual([['rail_message_stuck', 'for staff', 'open']]);
  arrived = null;
  expect(await watch()).toEqual([['rail_message_stuck', 'for staff', 'closed']]);
});

describe('the statement of a day', () => {
  /** A Wednesday. */
  const today = '2027-02-17';
  const statements = async () => {
    await watch();
    const rows = await jobs.bank.owner.rows(
      'SELECT kind, subject, closed_at FROM incidents ORDER BY subject',
    );
    return rows.map(({ kind, subject, closed_at }) => [
      kind,
      subject,
      closed_at === null ? 'open' : 'closed',
    ]);
  };
  const settle = async (day: string, account: number = bankAccounts.settlement) => {
    jobs.setDay(day);
    await jobs.bank.move(account, jobs.bank.customer(0), 100n);
    jobs.setDay(today);
  };
  const state = (day: string, currency = 'EUR') =>
    jobs.bank.owner.rows(
      `INSERT INTO settlement_statements (message_id, currency, day, in_force, file, created_at, ends_at, opening, closing, net,
         entries, state, received_at) VALUES (?, ?, ?, ?, '', NOW(), NOW(), 0, 0, 0, 0, 'done', NOW())`,
      [`B${day}${currency}`, currency, day, day],
    );
  const everyDay = () =>
    jobs.bank.owner.rows(`REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')`);
  const before = (count: number) => addDays(today, -count);

  beforeEach(() => {
    jobs.setDay(today);
    begunAt = new Date('2027-01-01T00:00:00Z');
  });

  it('is missing once the day after it is over, and no more when it comes', async () => {
    await everyDay();
    for (const count of [15, 14, 2, 1, 0]) await settle(before(count));
    await settle(before(5), bankAccounts.funding);
    const missing = (count: number, state: string) => ['reconciliation_missing', before(count), state];
    expect(await statements()).toEqual([missing(14, 'open'), missing(2, 'open')]);
    await state(before(2), 'USD');
    expect(await statements()).toEqual([missing(14, 'open'), missing(2, 'open')]);
    await state(before(2));
    expect(await statements()).toEqual([missing(14, 'open'), missing(2, 'closed')]);
    jobs.setDay(addDays(today, 1));
    expect(await statements()).toEqual([missing(14, 'open'), missing(2, 'closed'), missing(1, 'open')]);
  });

  it('is missing of each currency that moved, and the incident names it', async () => {
    await everyDay();
    jobs.setDay(before(2));
    await jobs.bank.move(settlementOf('USD'), positionOf('USD'), 100n);
    jobs.setDay(today);
    const missing = (isOpen: boolean) => [
      ['reconciliation_missing', `${before(2)} USD`, isOpen ? 'open' : 'closed'],
    ];
    expect(await statements()).toEqual(missing(true));
    await state(before(2));
    expect(await statements()).toEqual(missing(true));
    await state(before(2), 'USD');
    expect(await statements()).toEqual(missing(false));
  });

  it('has only an open incident closed, however many statements came', async () => {
    await everyDay();
    await settle(before(2));
    await statements();
    for (const count of [4, 3, 2]) await state(before(count));
    const recover = jest.spyOn(IncidentsService.prototype, 'recover');
    expect(await statements()).toEqual([['reconciliation_missing', before(2), 'closed']]);
    const subjects = recover.mock.calls.flatMap(([, kind, subject]) =>
      kind === 'reconciliation_missing' ? [subject] : [],
    );
    recover.mockRestore();
    expect(new Set(subjects)).toEqual(new Set([before(2)]));
  });

  it('is not looked for again after a person closed its incident', async () => {
    await everyDay();
    await settle(before(3));
    await statements();
    await jobs.bank.owner.rows(`UPDATE incidents SET state = 'closed', closed_at = NOW()`);
    expect(await statements()).toEqual([['reconciliation_missing', before(3), 'closed']]);
  });

  it('is not expected of a day before the first message', async () => {
    await everyDay();
    await settle(before(4));
    await settle(before(3));
    begunAt = jobs.clock.now();
    expect(await statements()).toEqual([]);
    begunAt = undefined;
    expect(await statements()).toEqual([]);
  });

  it('covers the closed days before it', async () => {
    const monday = '2027-02-15';
    await settle(addDays(monday, -2));
    await settle(addDays(monday, -1));
    // Tuesday is not over.
    jobs.setDay(addDays(monday, 1));
    expect(await statements()).toEqual([]);
    jobs.setDay(today);
    expect(await statements()).toEqual([['reconciliation_missing', monday, 'open']]);
    await state(monday);
    expect(await statements()).toEqual([['reconciliation_missing', monday, 'closed']]);
  });
});
