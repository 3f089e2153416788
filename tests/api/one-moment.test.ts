import { DataSource } from 'typeorm';
import { AccountsService } from '../../bff/src/money/accounts/accounts.service';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import { MovementTotalsService } from '../../bff/src/money/ledger/movement-totals.service';
import { MoneyFlowService } from '../../bff/src/money/money-flow/money-flow.service';
import { OverviewService } from '../../bff/src/money/overview/overview.service';
import { PaymentCostsService } from '../../bff/src/money/payments/payment-costs.service';
import { PaymentOrdersService } from '../../bff/src/money/payments/payment-orders.service';
import { PaymentEntity } from '../../bff/src/money/payments/payment.entity';
import { PaymentsService } from '../../bff/src/money/payments/payments.service';
import { unjudged } from '../../bff/src/money/payments/payment-rules.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import { OutsideIncomeService } from '../../bff/src/money/receipts/outside-income.service';
import { RailStateService } from '../../bff/src/money/payments/rail-state.service';
import { ReceiptsService } from '../../bff/src/money/receipts/receipts.service';
import { ReportsService } from '../../bff/src/money/reports/reports.service';
import { CustomerFileService } from '../../bff/src/money/staff-finder/customer-file.service';
import { StatsService } from '../../bff/src/money/stats/stats.service';
import { BankTransactionsService } from '../../bff/src/money/transactions/bank-transactions.service';
import { TransactionsService } from '../../bff/src/money/transactions/transactions.service';
import type { SessionsService } from '../../bff/src/people/auth/sessions.service';
import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { UserQueriesService } from '../../bff/src/people/user-administration/user-queries.service';
import { UsersService } from '../../bff/src/people/users/users.service';
import { ScreeningService } from '../../bff/src/people/screening/screening.service';
import type { SanctionsSource } from '../../bff/src/ports/sanctions/sanctions-source';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { type Connection, Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import type { Actor } from '../../bff/src/platform/http/actor';
import type { RequestContext } from '../../bff/src/platform/http/request-context';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { OutboxService } from '../../bff/src/ports/messages/outbox.service';
import type { PaymentRail } from '../../bff/src/ports/payment-rail/payment-rail';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { userListQuery } from '../../libs/contracts/admin';
import { paymentListQuery } from '../../libs/contracts/payments';
import { whileOthersWrite } from '../support/disturbed';
import { startLedger, type TestLedger } from '../support/ledger';

const owner: Actor = { userId: 999, sessionId: 1, role: 'admin', staffRoles: ['owner'] } as never;

let bank: TestLedger;
/** Of the same database, with the entity of payments. */
let pool: Database;
let orders: PaymentOrdersService;
let userId: number;
let firstEntry: number;

beforeAll(async () => {
  bank = await startLedger(2);
  const { database, ledger, clock } = bank;
  const { options } = database.source;
  pool = await Database.over(await new DataSource({ ...options, entities: [PaymentEntity] }).initialize());
  clock.set(new Date('2026-11-20T10:00:00Z'));
  const [audit, events] = [new AuditService(clock), new EventsService(clock)];
  const cases = new BankCases(new CasesService(audit, events, new RandomSource(), clock), audit, clock);
  const rates = new RatesService(database, clock);
  const screening = new ScreeningService(database, { isConfigured: false } as SanctionsSource);
  await screening.refresh();
  orders = new PaymentOrdersService(
    new AccountsService(database, clock),
    ledger,
    new HoldsService(clock),
    events,
    audit,
    new PaymentCostsService(database, rates, clock),
    new OutsideIncomeService(rates, clock),
    screening,
    cases,
    new RandomSource(),
    clock,
  );
  const [row] = await bank.owner.rows('SELECT user_id FROM accounts WHERE id = ?', [bank.customer(0)]);
  userId = Number(row?.user_id);
  await bank.move(bankAccounts.funding, bank.customer(0), 100_000n);
  const [entry] = await bank.owner.rows('SELECT id FROM entries WHERE account_id = ?', [bank.customer(0)]);
  firstEntry = Number(entry?.id);
  await others();
});
afterAll(async () => {
  await pool.close();
  await bank.stop();
});

let joined = 0;
/** Two persons join, one of whom has sent a file. */
function join(): Promise<void> {
  return bank.database.transaction(async (tx) => {
    for (const sentAt of [null, bank.clock.now()]) {
      joined += 1;
      const names = { first_name: 'J', last_name: String(joined), language: 'fr' as const };
      const person = { email: `j${joined}@example.org`, username: `joined${joined}`, passwordHash: '-' };
      const id = await new UsersService(bank.database, bank.clock).create(tx, { ...person, ...names });
      await tx.write('UPDATE users SET kyc_submitted_at = ? WHERE id = ?', [sentAt, id]);
    }
  });
}

let stored = 0;
/** A message to the clearing house that waits, and an incident. */
function store(): Promise<void> {
  return bank.database.transaction(async (tx) => {
    stored += 1;
    const message = { port: 'sepa', id: `M${stored}`, type: 'pacs.008.001.08', body: '' };
    await new OutboxService(bank.database, bank.clock).store(tx, message);
    await bank.incidents.open(tx, { kind: 'other', subject: String(stored), severity: 'low' });
  });
}

/** Transfers, a payment whose amount is set aside, persons who join, and what waits for the clearing house. */
async function others(): Promise<void> {
  await bank.move(bank.customer(0), bank.customer(1), 100n);
  await bank.move(bank.customer(0), bankAccounts.settlement, 100n);
  await join();
  await store();
  await bank.database.transaction((tx) =>
    orders.order(
      tx,
      { userId, requestId: null },
      {
        recipient_account: 'FR1420041010050500013M02606',
        recipient_name: 'Anne',
        amount: 2,
        currency: 'EUR',
        payment_method: 'sepa_transfer',
      },
      { automaticLimit: 0, judge: unjudged },
    ),
  );
}

const transactions = (database: Database) =>
  new TransactionsService(database, new AccountsService(database, bank.clock), bank.clock);

const readings: Record<string, (database: Database) => Promise<unknown>> = {
  // First, since it shows only so many steps.
  'the flow of money': (database) =>
    new MoneyFlowService(database).follow({ from: 'transaction', id: 2 * firstEntry }, 'fr'),
  'the overview': (database) => new OverviewService(database, transactions(database), bank.clock).of(userId),
  'the balance': (database) => new AccountsService(database, bank.clock).overview(userId),
  'the quick check': (database) => new AccountsService(database, bank.clock).check(userId),
  'the report': (database) =>
    new ReportsService(database, new MovementTotalsService(database), bank.clock).report({}),
  'the figures of the back-office': (database) =>
    new StatsService(
      database,
      new BankTransactionsService(database, transactions(database)),
      bank.clock,
    ).figures(owner),
  'the payment centre': (database) => {
    const approvals = { counted: (_tx: unknown, rows: unknown) => Promise.resolve(rows) } as never;
    const service = new PaymentsService(database, bank.clock, approvals);
    return service.list(paymentListQuery.parse({}), { actor: owner } as RequestContext);
  },
  'the connection to other banks': (database) => {
    const outbox = new OutboxService(database, bank.clock);
    const rail = {
      isConfigured: true,
      backlog: (most: number, connection: Connection) => outbox.backlog('sepa', most, connection),
    } as unknown as PaymentRail;
    const incidents = new IncidentsService(
      ...([database, new AuditService(bank.clock), new EventsService(bank.clock), bank.clock] as const),
    );
    const receipts = new ReceiptsService(database, bank.ledger, incidents, bank.clock);
    return new RailStateService(database, rail, incidents, receipts).read('fr');
  },
  'the list of users who sent no file': (database) =>
    new UserQueriesService(database).list(userListQuery.parse({ kyc_status: 'unsent', limit: 100 })),
  'the file of a customer': (database) => {
    const sessions = { openOf: () => Promise.resolve([]) } as unknown as SessionsService;
    return new CustomerFileService(database, sessions).read(owner, userId);
  },
};

it.each(Object.entries(readings))('%s is read as of one moment while money moves', async (_name, read) => {
  const before = await read(pool);
  const during = await read(whileOthersWrite(pool, others));
  expect(during).toEqual(before);
  expect(await read(pool)).not.toEqual(before);
});

it('shows the difference to the available balance as reserved', async () => {
  const { balance, available_balance, reserved } = await new OverviewService(
    bank.database,
    transactions(bank.database),
    bank.clock,
  ).of(userId);
  expect(reserved?.transfers).toBeGreaterThan(1);
  expect(reserved?.cards).toBe(0);
  expect(reserved?.amount).toBeCloseTo(balance - available_balance);
  expect(reserved?.amount).toBe(2 * (reserved?.transfers ?? 0));
});
