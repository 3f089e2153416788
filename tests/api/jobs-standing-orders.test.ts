import { Logger } from '@nestjs/common';
import type { Config } from '../../bff/src/platform/config/config';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { SchedulerService } from '../../bff/src/platform/jobs/scheduler.service';
import { PaymentRules } from '../../bff/src/money/payments/payment-rules.service';
import { TransferRules } from '../../bff/src/money/transfers/transfer-rules.service';
import { ruleServices } from '../support/rule-services';
import type { RuleAction } from '@bank/contracts/rule-words';
import type { RuleDefinition } from '@bank/contracts/rules';
import { RuleStops } from '../../bff/src/people/rules/rule-stops.service';
import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { ibanWith } from '@bank/contracts/iban';
import type { StandingOrderRequest } from '@bank/contracts/standing-orders';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { LastChanges } from '../../bff/src/platform/audit/last-changes.service';
import { BankSettingsService } from '../../bff/src/platform/bank-settings/bank-settings.service';
import type { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import type { Idempotency } from '../../bff/src/platform/http/idempotency.service';
import type { RequestContext } from '../../bff/src/platform/http/request-context';
import { AddressLimits } from '../../bff/src/platform/security/address-limits.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import type { Job } from '../../bff/src/platform/jobs/job';
import { startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { notificationTexts } from '../../bff/src/people/notifications/notification-texts';
import type { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { AccountsService } from '../../bff/src/money/accounts/accounts.service';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import type { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import { AddressBookService } from '../../bff/src/money/payees/address-book.service';
import { AutomaticLimitService } from '../../bff/src/money/payments/automatic-limit.service';
import { PaymentIntakeService } from '../../bff/src/money/payments/payment-intake.service';
import { ScreeningService } from '../../bff/src/people/screening/screening.service';
import type { SanctionsSource } from '../../bff/src/ports/sanctions/sanctions-source';
import { PaymentCostsService } from '../../bff/src/money/payments/payment-costs.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import { OutsideIncomeService } from '../../bff/src/money/receipts/outside-income.service';
import { PaymentOrdersService } from '../../bff/src/money/payments/payment-orders.service';
import { StandingOrdersJob } from '../../bff/src/money/standing-orders/standing-orders.job';
import { StandingOrdersService } from '../../bff/src/money/standing-orders/standing-orders.service';
import { StandingRunsService } from '../../bff/src/money/standing-orders/standing-runs.service';
import { MovementSeriesService } from '../../bff/src/money/ledger/movement-series.service';
import { TransferCommitsService } from '../../bff/src/money/transfers/transfer-commits.service';
import { TransfersService } from '../../bff/src/money/transfers/transfers.service';
import type { PaymentRail } from '../../bff/src/ports/payment-rail/payment-rail';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
let servers: Job[];
let orders: StandingOrdersService;
let addressBook: AddressBookService;
let screening: ScreeningService;
/** Whether other banks can be reached. */
let rail: { isConfigured: boolean };

beforeEach(async () => {
  jobs = await startJobs();
  rail = { isConfigured: true };
  screening = new ScreeningService(jobs.bank.database, { isConfigured: false } as SanctionsSource);
  await screening.refresh();
  servers = jobs.twice((...parts) => new StandingOrdersJob(runsOf(...parts)));
});
afterEach(() => jobs.stop());

/** Each call is a new one: repeated calls are a matter of the API's tests. */
const withoutKeys = (source: Database) =>
  ({
    once: (_key, work) => source.transaction(async (tx) => work(tx, [] as never)),
    isUsed: () => Promise.resolve(false),
  }) as Partial<Idempotency> as Idempotency;

function runsOf(source: Database, ledger: LedgerService, notifications: NotificationsService) {
  const { clock } = jobs;
  const audit = new AuditService(clock);
  const events = new EventsService(clock);
  const idempotency = withoutKeys(source);
  const accounts = new AccountsService(source, clock);
  addressBook = new AddressBookService(screening, notifications, audit, clock);
  orders = new StandingOrdersService(
    source,
    addressBook,
    { takeOfPerson: async () => undefined } as unknown as AddressLimits,
    idempotency,
    events,
    audit,
    clock,
    rail as PaymentRail,
  );
  const random = new RandomSource();
  const rates = new RatesService(source, clock);
  const income = new OutsideIncomeService(rates, clock);
  const made = new PaymentOrdersService(
    accounts,
    ledger,
    new HoldsService(clock),
    events,
    audit,
    new PaymentCostsService(source, rates, clock),
    income,
    screening,
    new BankCases(new CasesService(audit, events, random, clock), audit, clock),
    random,
    clock,
  );
  const { rules, cases } = ruleServices(clock);
  const payments = new PaymentIntakeService(
    addressBook,
    made,
    new PaymentRules(rules, cases),
    rail as PaymentRail,
    new AutomaticLimitService(
      ...([new BankSettingsService(source), {} as never, {} as never, {} as never] as const),
      ...([audit, new LastChanges()] as const),
    ),
    {} as never,
    idempotency,
    {} as never,
  );
  const transferRules = new TransferRules(rules, income);
  const commits = new TransferCommitsService(
    idempotency,
    ledger,
    new MovementSeriesService(audit, events, random, clock),
    notifications,
    transferRules,
    clock,
  );
  const transfers = new TransfersService(accounts, commits, transferRules, ledger, notifications, clock);
  const stops = new RuleStops(cases, audit);
  return new StandingRunsService(source, payments, transfers, stops, audit, notifications, clock);
}

const author = (userId: number) => ({
  userId,
  email: 'l@example.org',
  requestId: null,
  language: 'fr' as const,
});
const contextOf = (userId: number) =>
  ({ actor: { userId, email: 'l@example.org' }, requestId: 'r', idempotency: {} }) as RequestContext;
const userOf = async (index: number) => {
  const sql = 'SELECT user_id FROM accounts WHERE id = ?';
  return Number((await jobs.bank.owner.rows(sql, [jobs.bank.customer(index)]))[0]?.user_id);
};
/** Publishes a rule over everything of a kind. */
async function publish(kind: 'payment' | 'transfer', action: RuleAction): Promise<void> {
  const definition: RuleDefinition = {
    name: { fr: 'règle', en: 'rule' },
    reason: { fr: 'raison', en: 'reason' },
    events: [kind],
    action,
    weight: 0,
    enabled: true,
    condition: {
      test: 'compare',
      left: { of: 'fact', fact: 'amount' },
      is: 'at_least',
      right: { of: 'number', value: 1 },
    },
  };
  await jobs.bank.owner.rows('INSERT INTO rules (created_at) VALUES (NOW(3))');
  await jobs.bank.owner.rows(
    `INSERT INTO rule_versions (rule_id, version, state, definition, changed_by, changed_at, published_at, publication)
     SELECT MAX(id), 1, 'published', ?, ?, NOW(3), NOW(3), 1 FROM rules`,
    [JSON.stringify(definition), await userOf(0)],
  );
}
const weekly = { amount: 10, frequency: 'weekly' } as const;
const place = async (request: StandingOrderRequest, index = 0, isApproved = false) => {
  const by = author(await userOf(index));
  return jobs.bank.database.transaction((tx) => orders.order(tx, by, request, isApproved));
};
const newBeneficiary = async (name = 'Anne Durand') => {
  const by = author(await userOf(0));
  const account = ibanWith('DE', '370400440532013000');
  const entry = { name, account };
  return jobs.bank.database.transaction((tx) => addressBook.enter(tx, by, entry));
};
const at = (day: string, hour: number) =>
  jobs.clock.set(new Date(startOfParisDay(day).getTime() + hour * 3_600_000));
const runs = async () =>
  (
    await jobs.bank.owner.rows(
      `SELECT status, reason, attempts, DATE_FORMAT(occurrence_day, '%Y-%m-%d') AS day
       FROM standing_order_runs ORDER BY order_id, occurrence_day`,
    )
  ).map(({ day, status, reason, attempts }) => [day, status, reason, Number(attempts)]);
const next = async () =>
  (
    await jobs.bank.owner.rows(
      `SELECT DATE_FORMAT(next_run, '%Y-%m-%d') AS day FROM standing_orders ORDER BY id`,
    )
  ).map(({ day }) => day);
const notified = async (index = 0) =>
  (
    await jobs.bank.owner.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [
      await userOf(index),
    ])
  ).map(({ text_key: key }) => key);
/** The newest notification of the payer, as they read it. */
const message = async () => {
  const [row] = await jobs.bank.owner.rows(
    'SELECT text_key, text_values FROM notifications WHERE user_id = ? ORDER BY id DESC LIMIT 1',
    [await userOf(0)],
  );
  const values = JSON.parse(String(row?.text_values)) as Record<string, string>;
  return notificationTexts(String(row?.text_key), values, 'fr').message;
};
const run = () => jobs.runAll(servers);
const outcomes = async () => (await run()).map(({ values }) => values);

describe('standing orders', () => {
  it('of which one throws run all the same, and the job fails, which is an incident', async () => {
    Logger.overrideLogger(false);
    const stuck = await userOf(2);
    const [job] = jobs.twice((source, ledger, told) => {
      const notify: NotificationsService['notify'] = (tx, userId, note) => {
        if (userId === stuck) throw new Error('no template');
        told.notify(tx, userId, note);
      };
      return new StandingOrdersJob(runsOf(source, ledger, Object.assign(Object.create(told), { notify })));
    });
    await jobs.give(0, 100_000n);
    await jobs.give(2, 100_000n);
    for (const index of [2, 0])
      await place({ ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' }, index);
    at('2027-01-10', 10);
    const audit = new AuditService(jobs.clock);
    const { database } = jobs.bank;
    const events = new EventsService(jobs.clock);
    const incidents = new IncidentsService(database, audit, events, jobs.clock);
    const config = { jobsEverySeconds: 30 } as Config;
    const rounds = new SchedulerService([job as Job], database, audit, incidents, config, jobs.clock);
    await rounds.runAll();
    await rounds.runAll();
    expect(rounds.failingJobs).toEqual(['standing-orders']);
    expect(await runs()).toEqual([['2027-01-10', 'completed', null, 1]]);
    expect(await jobs.bank.owner.rows('SELECT kind, subject, state FROM incidents')).toEqual([
      { kind: 'job_failed', subject: 'standing-orders', state: 'open' },
    ]);
    const recorded = await jobs.bank.owner.rows('SELECT done, failed FROM job_runs ORDER BY id');
    expect(recorded[0]).toEqual({ done: 1, failed: 1 });
  });

  it('run once per occurrence after three missed weeks, on two servers at once', async () => {
    await jobs.give(0, 100_000n);
    const recipient = await userOf(1);
    for (let count = 0; count < 5; count += 1) {
      await place({ ...weekly, recipient_id: recipient, first_run: '2027-01-10' });
    }
    at('2027-01-10', 5);
    expect((await run()).map(({ done }) => done)).toEqual([0, 0]);
    at('2027-01-25', 10);
    await run();
    await run();
    const days = ['2027-01-10', '2027-01-17', '2027-01-24'];
    expect(await runs()).toEqual(
      Array(5)
        .fill(days.map((day) => [day, 'completed', null, 1]))
        .flat(),
    );
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(15_000n);
    expect(await jobs.total()).toBe('0');
    // A server that resumes from an old state of the order finds its occurrences in the table.
    await jobs.bank.owner.rows(`UPDATE standing_orders SET next_run = first_run, due_at = '2027-01-10'`);
    await run();
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(15_000n);
    expect(await next()).toEqual(Array(5).fill('2027-01-31'));
  });

  it('of the 31st run on the last day of shorter months, and end after their last day', async () => {
    await jobs.give(0, 100_000n);
    await place({
      recipient_id: await userOf(1),
      amount: 10,
      frequency: 'monthly',
      first_run: '2027-01-31',
      until: '2027-03-30',
    });
    at('2027-06-01', 10);
    await run();
    expect((await runs()).map(([day]) => day)).toEqual(['2027-01-31', '2027-02-28']);
    expect(await next()).toEqual([null]);
  });

  it.each([
    ['pending', 'awaiting_approval', 'standing_order_waiting'],
    ['approved', 'queued', 'standing_order_sent'],
  ])('to another bank make a payment: identity %s, then %s', async (identity, stage, notification) => {
    await jobs.give(0, 100_000n);
    await jobs.bank.owner.rows(`UPDATE accounts SET created_at = '2026-01-02'`);
    await jobs.bank.owner.rows(`UPDATE users SET kyc_status = ?, identity_approved_at = '2027-01-02'`, [
      identity,
    ]);
    const { id } = await newBeneficiary();
    await place({ ...weekly, beneficiary_id: id, first_run: '2027-01-10', description: 'Loyer' });
    at('2027-01-10', 6);
    await run();
    const [payment] = await jobs.bank.owner.rows(
      'SELECT recipient_name, recipient_account, amount, description, payment_method, stage FROM payments',
    );
    expect(payment).toMatchObject({
      recipient_name: 'Anne Durand',
      recipient_account: 'DE89370400440532013000',
      amount: '1000',
      description: 'Loyer',
      payment_method: 'sepa_transfer',
      stage,
    });
    const [account] = await jobs.bank.owner.rows('SELECT held FROM accounts WHERE id = ?', [
      jobs.bank.customer(0),
    ]);
    expect(Number(account?.held)).toBe(1_000);
    expect(await notified()).toEqual(['beneficiary_added', notification]);
  });
});

describe('a standing order that fails', () => {
  const failing = async () =>
    place({ ...weekly, amount: 900, recipient_id: await userOf(1), first_run: '2027-01-10' });

  /** At the hours of the first, second and last try. */
  async function tryThrice() {
    for (const [day, hour] of [
      ['2027-01-10', 6] as const,
      ['2027-01-10', 16] as const,
      ['2027-01-11', 6] as const,
    ]) {
      at(day, hour);
      await run();
    }
  }

  it('leaves nothing of the case that its payee would have opened', async () => {
    const beneficiary = await newBeneficiary('Octave Malendroit');
    await place({ ...weekly, amount: 900, beneficiary_id: beneficiary.id, first_run: '2027-01-10' });
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'retrying', 'INSUFFICIENT_FUNDS', 1]]);
    const told = `SELECT action FROM audit_log WHERE action LIKE 'case%' UNION ALL SELECT type FROM events WHERE type = 'case_queue'`;
    expect(await jobs.bank.owner.rows(told)).toEqual([]);
  });

  it('is tried again that afternoon and the next morning, then skipped and reported once', async () => {
    await failing();
    for (const [day, hour] of [
      ['2027-01-10', 6] as const,
      ['2027-01-10', 10] as const,
      ['2027-01-10', 16] as const,
      ['2027-01-10', 23] as const,
      ['2027-01-11', 6] as const,
      ['2027-01-11', 12] as const,
    ]) {
      at(day, hour);
      await run();
    }
    expect(await runs()).toEqual([['2027-01-10', 'skipped', 'INSUFFICIENT_FUNDS', 3]]);
    expect(await notified()).toEqual(['standing_order_balance']);
    expect(await message()).toContain('Le prochain est prévu le 17 janvier 2027.');
    expect(await notified(1)).toEqual([]);
    expect(await next()).toEqual(['2027-01-17']);
  });

  it('for the last time promises no next one', async () => {
    const recipient = await userOf(1);
    await place({
      ...weekly,
      amount: 900,
      recipient_id: recipient,
      first_run: '2027-01-10',
      until: '2027-01-16',
    });
    await tryThrice();
    expect(await next()).toEqual([null]);
    expect(await message()).toContain('le solde ne le permet pas. C’était le dernier prévu.');
  });

  it('succeeds at a later try, and leaves nothing of the failed one', async () => {
    await failing();
    at('2027-01-10', 6);
    expect(await outcomes()).toContainEqual({ completed: 0, retried: 1, skipped: 0 });
    await jobs.give(0, 100_000n);
    at('2027-01-10', 16);
    await run();
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'completed', null, 2]]);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(90_000n);
    expect(await notified(1)).toEqual(['money_received']);
  });

  it('of a payment leaves no payment, and another due order of the person runs', async () => {
    const { id } = await newBeneficiary();
    await place({ ...weekly, amount: 900, beneficiary_id: id, first_run: '2027-01-10' });
    await place({ ...weekly, amount: 1, recipient_id: await userOf(1), first_run: '2027-01-10' });
    await jobs.give(0, 10_000n);
    at('2027-01-10', 6);
    await run();
    expect((await runs()).map(([, status]) => status)).toEqual(['retrying', 'completed']);
    expect(await jobs.bank.owner.rows('SELECT 1 FROM payments')).toEqual([]);
    expect(await jobs.bank.owner.rows(`SELECT 1 FROM audit_log WHERE action LIKE 'payment.%'`)).toEqual([]);
  });

  it.each([
    ['a limit', 'TRANSFER_LIMIT_EXCEEDED', 'UPDATE accounts SET transfer_limit = 0 WHERE user_id = ?', 0],
    ['a closed account', 'RECIPIENT_NOT_FOUND', 'UPDATE users SET deleted_at = NOW(3) WHERE id = ?', 1],
  ])('for %s is retried as well', async (_why, reason, sql, index) => {
    await jobs.give(0, 100_000n);
    await failing();
    await jobs.bank.owner.rows(sql, [await userOf(index)]);
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'retrying', reason, 1]]);
  });

  it('is not kept waiting when its payer was blocked, who is notified, and goes on afterwards', async () => {
    await jobs.give(0, 100_000n);
    await failing();
    const id = await userOf(0);
    await jobs.bank.owner.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [id]);
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'skipped', 'USER_INACTIVE', 1]]);
    expect(await notified()).toEqual(['standing_order_inactive']);
    expect(await next()).toEqual(['2027-01-17']);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(0n);
  });

  it('is not kept waiting when its payer left, and then moves no money', async () => {
    await jobs.give(0, 100_000n);
    await failing();
    await jobs.bank.owner.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [await userOf(0)]);
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'skipped', 'NOT_FOUND', 1]]);
    expect(await next()).toEqual([null]);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(0n);
  });

  it.each([
    ['payment', 'block', 'BLOCKED_BY_RULE', 'rules.blocked', 0],
    ['transfer', 'block', 'BLOCKED_BY_RULE', 'rules.blocked', 0],
    ['transfer', 'hold', 'HELD_FOR_REVIEW', 'rules.held', 1],
  ] as const)(
    'as a rule over a %s says %s is tried again, then reported',
    async (kind, action, reason, line, held) => {
      await jobs.give(0, 100_000n);
      await publish(kind, action);
      const to =
        kind === 'payment'
          ? { beneficiary_id: (await newBeneficiary()).id }
          : { recipient_id: await userOf(1) };
      await place({ ...weekly, ...to, first_run: '2027-01-10' });
      await tryThrice();
      expect(await runs()).toEqual([['2027-01-10', 'skipped', reason, 3]]);
      expect((await notified()).filter((key) => key !== 'beneficiary_added')).toEqual([
        'standing_order_rule',
      ]);
      expect(await next()).toEqual(['2027-01-17']);
      const logged = await jobs.bank.owner.rows('SELECT 1 FROM audit_log WHERE action = ?', [line]);
      expect(logged).toHaveLength(3);
      expect(await jobs.bank.owner.rows(`SELECT 1 FROM cases WHERE kind = 'hold'`)).toHaveLength(held);
      expect(await jobs.bank.balanceOf(jobs.bank.customer(0))).toBe(100_000n);
    },
  );

  it('that a rule held leaves at its next try once a person let it through', async () => {
    await jobs.give(0, 100_000n);
    await publish('transfer', 'hold');
    await place({ ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' });
    at('2027-01-10', 6);
    await run();
    await jobs.bank.owner.rows(`UPDATE rule_events SET outcome = 'honest' WHERE action = 'hold'`);
    at('2027-01-10', 16);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'completed', null, 2]]);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(1_000n);
  });

  it('is held where a rule challenges a transfer that was not approved, until a person lets it through', async () => {
    await jobs.give(0, 100_000n);
    await publish('transfer', 'challenge');
    await place({ ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' });
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'retrying', 'HELD_FOR_REVIEW', 1]]);
    expect(await jobs.bank.owner.rows(`SELECT 1 FROM cases WHERE kind = 'hold'`)).toHaveLength(1);
    expect(await jobs.bank.balanceOf(jobs.bank.customer(1))).toBe(0n);
    await jobs.bank.owner.rows(`UPDATE rule_events SET outcome = 'honest' WHERE action = 'hold'`);
    at('2027-01-10', 16);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'completed', null, 2]]);
  });

  it('for want of a way to other banks is retried, without a payment', async () => {
    await jobs.give(0, 100_000n);
    const { id } = await newBeneficiary();
    await place({ ...weekly, beneficiary_id: id, first_run: '2027-01-10' });
    rail.isConfigured = false;
    at('2027-01-10', 6);
    await run();
    expect(await runs()).toEqual([['2027-01-10', 'retrying', 'NOT_CONFIGURED', 1]]);
  });
});

it('an approved standing order meets a rule that challenges its transfers', async () => {
  await jobs.give(0, 100_000n);
  await publish('transfer', 'challenge');
  await place({ ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' }, 0, true);
  at('2027-01-10', 6);
  await run();
  expect(await runs()).toEqual([['2027-01-10', 'completed', null, 1]]);
});

it('a standing order from before approvals were noted counts as approved', async () => {
  await jobs.give(0, 100_000n);
  await publish('transfer', 'challenge');
  const { id } = await place({ ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' });
  await jobs.bank.owner.rows('UPDATE standing_orders SET approved = NULL WHERE id = ?', [id]);
  at('2027-01-10', 6);
  await run();
  expect(await runs()).toEqual([['2027-01-10', 'completed', null, 1]]);
});

describe('a changed standing order', () => {
  it('does not run a second time on a day on which it ran', async () => {
    await jobs.give(0, 100_000n);
    const request = { ...weekly, recipient_id: await userOf(1), first_run: '2027-01-10' };
    const { id } = await place(request);
    at('2027-01-10', 8);
    await run();
    const context = contextOf(await userOf(0));
    const change = (changed: object) => orders.change(context, id, { ...request, ...changed });
    expect(await change({ amount: 20 })).toMatchObject({ amount: 20, next_run: '2027-01-17' });
    expect(await change({ frequency: 'monthly' })).toMatchObject({ next_run: '2027-02-10' });
    await run();
    expect(await runs()).toHaveLength(1);
    expect(await change({ until: '2027-01-10' })).toMatchObject({ next_run: null });
    expect(await change({ until: '2027-01-20' })).toMatchObject({ next_run: '2027-01-17' });
  });
});
