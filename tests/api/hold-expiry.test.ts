import { AccountsService } from '../../bff/src/money/accounts/accounts.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import { MoneyBack } from '../../bff/src/money/ledger/money-back.service';
import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { ScreeningService } from '../../bff/src/people/screening/screening.service';
import type { SanctionsSource } from '../../bff/src/ports/sanctions/sanctions-source';
import { PaymentCostsService } from '../../bff/src/money/payments/payment-costs.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import { OutsideIncomeService } from '../../bff/src/money/receipts/outside-income.service';
import { unjudged } from '../../bff/src/money/payments/payment-rules.service';
import { PaymentOrdersService } from '../../bff/src/money/payments/payment-orders.service';
import { HoldExpiryService } from '../../bff/src/money/payments/hold-expiry.service';
import { PaymentSettlementService } from '../../bff/src/money/payments/payment-settlement.service';
import { startLedger, type TestLedger } from '../support/ledger';
import { ruleServices } from '../support/rule-services';

const day = 86_400_000;
const start = new Date('2026-11-20T10:00:00Z');

let bank: TestLedger;
let orders: PaymentOrdersService;
let settlement: PaymentSettlementService;
let expiry: HoldExpiryService;
let userId: number;

beforeAll(async () => {
  bank = await startLedger(1);
  const { database, ledger, clock, owner } = bank;
  const [audit, holds] = [new AuditService(clock), new HoldsService(clock)];
  const events = new EventsService(clock);
  const notifications = new NotificationsService(database, events, clock);
  const accounts = new AccountsService(database, clock);
  const rates = new RatesService(database, clock);
  const screening = new ScreeningService(database, { isConfigured: false } as SanctionsSource);
  await screening.refresh();
  const costs = new PaymentCostsService(database, rates, clock);
  const cases = new BankCases(new CasesService(audit, events, new RandomSource(), clock), audit, clock);
  orders = new PaymentOrdersService(
    accounts,
    ledger,
    holds,
    events,
    audit,
    costs,
    new OutsideIncomeService(rates, clock),
    screening,
    cases,
    new RandomSource(),
    clock,
  );
  settlement = new PaymentSettlementService(
    ledger,
    holds,
    notifications,
    events,
    audit,
    cases,
    ruleServices(clock).cases,
    new MoneyBack(),
    clock,
  );
  expiry = new HoldExpiryService(database, holds, settlement);
  const [row] = await owner.rows('SELECT user_id FROM accounts WHERE id = ?', [bank.customer(0)]);
  userId = Number(row?.user_id);
  clock.set(start);
  await bank.move(bankAccounts.funding, bank.customer(0), 100_000n);
});
afterAll(() => bank.stop());

const pay = (amount: number) =>
  bank.database.transaction((tx) =>
    orders.order(
      tx,
      { userId, requestId: null },
      {
        recipient_account: 'FR1420041010050500013M02606',
        recipient_name: 'Anne',
        amount,
        currency: 'EUR',
        payment_method: 'sepa_transfer',
      },
      { automaticLimit: 0, judge: unjudged },
    ),
  );

const later = (days: number) => {
  const now = new Date(start.getTime() + days * day);
  bank.clock.set(now);
  return now;
};

async function stored(id: number) {
  const [row] = await bank.owner.rows(
    `SELECT p.status, p.reason, h.state, a.held FROM payments p JOIN holds h ON h.payment_id = p.id
     JOIN accounts a ON a.id = p.account_id WHERE p.id = ?`,
    [id],
  );
  return row;
}

it('releases an undecided hold after thirty days, once, also with concurrent jobs', async () => {
  const undecided = await pay(100);
  const approved = await pay(50);
  later(5);
  const young = await pay(10);
  await bank.database.transaction(async (tx) => {
    const payment = await settlement.lockUndecided(tx, approved.id);
    await settlement.approve(tx, payment, { userId, requestId: null });
    await settlement.book(tx, [payment], null);
    await settlement.settle(tx, payment);
  });
  expect(await expiry.expire(new Date(later(30).getTime() - 1))).toBe(0);
  const counts = await Promise.all(Array.from({ length: 4 }, () => expiry.expire(later(30))));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  expect(await stored(undecided.id)).toEqual({
    status: 'failed',
    reason: 'Expiré sans validation',
    state: 'expired',
    held: '1000',
  });
  expect(await stored(approved.id)).toMatchObject({ status: 'completed', state: 'posted' });
  expect(await stored(young.id)).toMatchObject({ status: 'pending', state: 'held' });
  expect(await bank.balanceOf(bank.customer(0))).toBe(95_000n);
  const lines = await bank.owner.rows(`SELECT user_id FROM audit_log WHERE action = 'payment.expired'`);
  expect(lines).toEqual([{ user_id: null }]);
});

it('explains a decided payment that could not leave as such, not as undecided', async () => {
  const decided = await pay(20);
  await bank.database.transaction(async (tx) => {
    const payment = await settlement.lockUndecided(tx, decided.id);
    await settlement.approve(tx, payment, { userId, requestId: null });
  });
  await expiry.expire(later(100));
  expect(await stored(decided.id)).toMatchObject({ reason: 'Expiré sans être parti', state: 'expired' });
  const told = await bank.owner.rows(`SELECT text_key FROM notifications ORDER BY id DESC LIMIT 1`);
  expect(told).toEqual([{ text_key: 'payment_not_sent' }]);
});
