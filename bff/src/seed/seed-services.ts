import { AccountOpeningsService } from '../money/accounts/account-openings.service';
import { AccountsService } from '../money/accounts/accounts.service';
import { OwnAccountsService } from '../money/accounts/own-accounts.service';
import { ReopenedAccounts } from '../money/accounts/reopened-accounts.service';
import { ExchangesService } from '../money/exchange/exchanges.service';
import { AuditService } from '../platform/audit/audit.service';
import { CardKeys } from '../money/cards/card-keys';
import { CardEntity } from '../money/cards/card.entity';
import { CardStatusService } from '../money/cards/card-status.service';
import { CardsService } from '../money/cards/cards.service';
import { Idempotency } from '../platform/http/idempotency.service';
import type { Config } from '../platform/config/config';
import { DocumentStorageService } from '../platform/documents/document-storage.service';
import { FileKeys } from '../platform/documents/file-keys.service';
import { KeyedForms } from '../platform/documents/keyed-forms.service';
import { DebitJudgeService } from '../money/direct-debits/debit-judge.service';
import { DebitOutcomesService } from '../money/direct-debits/debit-outcomes.service';
import { DueDebitsService } from '../money/direct-debits/due-debits.service';
import { IncomingCollectionsService } from '../money/direct-debits/incoming-collections.service';
import { MandatesService } from '../money/direct-debits/mandates.service';
import { PayersService } from '../money/direct-debits/payers.service';
import { WeeklyFeesService } from '../money/fees/weekly-fees.service';
import { BankCases } from '../people/cases/bank-cases.service';
import { CaseFiles } from '../people/cases/case-files.service';
import { CaseHandlers } from '../people/cases/case-handlers.service';
import { CaseReader } from '../people/cases/case-reader.service';
import { CasesService } from '../people/cases/cases.service';
import { OwnCasesService } from '../people/cases/own-cases.service';
import { DisputesService } from '../money/disputes/disputes.service';
import { KycReviewService } from '../people/kyc/kyc-review.service';
import { KycService } from '../people/kyc/kyc.service';
import { HoldsService } from '../money/ledger/holds.service';
import { LedgerService } from '../money/ledger/ledger.service';
import { MoneyBack } from '../money/ledger/money-back.service';
import { PublishedRules } from '../people/rules/published-rules.service';
import { RuleCases } from '../people/rules/rule-cases.service';
import { RulePasses } from '../people/rules/rule-passes.service';
import { RuleScoring } from '../people/rules/rule-scoring.service';
import { NotificationsService } from '../people/notifications/notifications.service';
import { PaymentCostsService } from '../money/payments/payment-costs.service';
import { PaymentOrdersService } from '../money/payments/payment-orders.service';
import { PaymentSettlementService } from '../money/payments/payment-settlement.service';
import { RatesService } from '../money/rates/rates.service';
import { OutsideIncomeService } from '../money/receipts/outside-income.service';
import { ScreeningService } from '../people/screening/screening.service';
import type { SanctionsSource } from '../ports/sanctions/sanctions-source';
import { IncidentsService } from '../platform/incidents/incidents.service';
import { ScheduledPaymentsService } from '../money/scheduled-payments/scheduled-payments.service';
import { ScheduledRunsService } from '../money/scheduled-payments/scheduled-runs.service';
import { AddressBookService } from '../money/payees/address-book.service';
import { AddressLimits } from '../platform/security/address-limits.service';
import { StandingOrdersService } from '../money/standing-orders/standing-orders.service';
import { ApprovalRequestsService } from '../people/staff-approvals/approval-requests.service';
import { SecondApproverService } from '../people/staff-approvals/second-approver.service';
import { StaffRolesService } from '../people/users/staff-roles.service';
import { UsersService } from '../people/users/users.service';
import { BankSettingsService } from '../platform/bank-settings/bank-settings.service';
import { Demonstration } from '../platform/bank-settings/demonstration.service';
import type { PaymentRail } from '../ports/payment-rail/payment-rail';
import { SettlementDays } from '../ports/payment-rail/settlement-days.service';
import { SeededRandom, ManualClock, NoApplications, SilentEvents } from './deterministic';
import type { Database } from '../platform/database/database';

export type SeedServices = ReturnType<typeof seedServices>;

/** The demonstration has other banks, whatever the bank is configured with. */
const otherBanks = { isConfigured: true } as PaymentRail;

/** The server's services with a clock set to the past and deterministic random numbers. */
export function seedServices(database: Database, config: Config, now: Date) {
  const ground = groundOf(database, config, now);
  const { clock, random, audit, notifications, ledger, accounts, documents, screening, addressBook } = ground;
  const people = peopleOf(ground);
  const { cases, disputes, approvals, users, kyc, kycReview } = people;
  return {
    clock,
    random,
    audit,
    notifications,
    ledger,
    accounts,
    documents,
    screening,
    addressBook,
    cases,
    disputes,
    approvals,
    users,
    kyc,
    kycReview,
    incidents: new IncidentsService(database, audit, ground.events, clock),
    ...cardsOf(ground),
    ...currenciesOf(ground),
    ...debitsOf(ground),
    ...paymentsOf(ground, people),
    ...schedulesOf(ground),
  };
}

type Ground = ReturnType<typeof groundOf>;
type People = ReturnType<typeof peopleOf>;

/** What all others use. */
function groundOf(database: Database, config: Config, now: Date) {
  const clock = new ManualClock(now);
  const random = new SeededRandom();
  const audit = new AuditService(clock);
  const idempotency = new Idempotency(database, clock, config);
  const events = new SilentEvents(clock);
  const notifications = new NotificationsService(database, events, clock);
  const documents = new DocumentStorageService(config, new FileKeys(database, config));
  const settings = new BankSettingsService(database);
  const screening = new ScreeningService(database, { isConfigured: false } as SanctionsSource);
  return {
    database,
    config,
    clock,
    random,
    audit,
    idempotency,
    events,
    notifications,
    documents,
    settings,
    demonstration: new Demonstration(settings, clock),
    screening,
    ledger: new LedgerService(audit, events, random, clock),
    holds: new HoldsService(clock),
    accounts: new AccountsService(database, clock),
    rates: new RatesService(database, clock),
    addressBook: new AddressBookService(screening, notifications, audit, clock),
  };
}

function peopleOf(ground: Ground) {
  const { database, config, clock, audit, idempotency, events, notifications, documents, demonstration } =
    ground;
  const keyedForms = new KeyedForms(idempotency, documents);
  // With numbers of their own: a case changes nothing else of the demonstration.
  const cases = new CasesService(audit, events, new SeededRandom(), clock);
  const bankCases = new BankCases(cases, audit, clock);
  const ruleCases = new RuleCases(bankCases, new CaseHandlers());
  const rules = new RuleScoring(new PublishedRules(), new RulePasses(), ruleCases, clock, config);
  const caseFiles = new CaseFiles(database, documents, audit);
  const ownCases = new OwnCasesService(database, keyedForms, cases, caseFiles, new CaseReader());
  const staffRoles = new StaffRolesService(demonstration);
  const secondApprover = new SecondApproverService(clock);
  const applications = new NoApplications();
  return {
    cases,
    bankCases,
    ruleCases,
    disputes: new DisputesService(database, keyedForms, cases, ownCases, clock),
    approvals: new ApprovalRequestsService(
      database,
      secondApprover,
      staffRoles,
      audit,
      notifications,
      events,
      clock,
    ),
    users: new UsersService(database, clock),
    kyc: new KycService(database, keyedForms, audit, events, bankCases, clock, rules, ruleCases),
    kycReview: new KycReviewService(
      database,
      audit,
      events,
      notifications,
      bankCases,
      ruleCases,
      applications,
      clock,
    ),
  };
}

function cardsOf({
  database,
  config,
  clock,
  random,
  audit,
  idempotency,
  events,
  notifications,
  accounts,
  demonstration,
}: Ground) {
  const rows = database.source.getRepository(CardEntity);
  const keys = new CardKeys(config.encryptionKeys);
  const cards = new CardsService(
    rows,
    accounts,
    audit,
    idempotency,
    events,
    keys,
    random,
    clock,
    demonstration,
  );
  return { cards, cardStatus: new CardStatusService(database, cards, audit, notifications, events, clock) };
}

/** Accounts in other currencies, and what is exchanged between them. */
function currenciesOf({ database, clock, audit, idempotency, notifications, ledger, rates }: Ground) {
  const own = new OwnAccountsService(database);
  const reopened = new ReopenedAccounts();
  return {
    accountOpenings: new AccountOpeningsService(own, ledger, rates, idempotency, reopened, audit, clock),
    exchanges: new ExchangesService(ledger, idempotency, notifications),
  };
}

function debitsOf({ database, clock, audit, events, notifications, ledger, settings }: Ground) {
  const payers = new PayersService();
  const dueDebits = new DueDebitsService(
    new DebitJudgeService(payers, ledger, clock),
    new DebitOutcomesService(ledger, notifications, events, audit, clock),
  );
  return {
    collections: new IncomingCollectionsService(
      payers,
      new MandatesService(database, notifications, events, audit, clock),
      dueDebits,
      new SettlementDays(settings),
      notifications,
      events,
      audit,
      clock,
    ),
  };
}

function paymentsOf(ground: Ground, { bankCases, ruleCases }: People) {
  const { database, clock, random, audit, events, notifications, ledger, holds, accounts, rates, screening } =
    ground;
  return {
    orders: new PaymentOrdersService(
      accounts,
      ledger,
      holds,
      events,
      audit,
      new PaymentCostsService(database, rates, clock),
      new OutsideIncomeService(rates, clock),
      screening,
      bankCases,
      random,
      clock,
    ),
    settlement: new PaymentSettlementService(
      ledger,
      holds,
      notifications,
      events,
      audit,
      bankCases,
      ruleCases,
      new MoneyBack(),
      clock,
    ),
  };
}

/** What is taken and sent by itself. */
function schedulesOf(ground: Ground) {
  const { database, config, clock, audit, events, idempotency, notifications, ledger, addressBook } = ground;
  return {
    fees: new WeeklyFeesService(ledger, notifications, clock),
    debits: new ScheduledPaymentsService(database, idempotency, events, audit, clock),
    standingOrders: new StandingOrdersService(
      database,
      addressBook,
      new AddressLimits(config, clock),
      idempotency,
      events,
      audit,
      clock,
      otherBanks,
    ),
    runs: new ScheduledRunsService(database, ledger, audit, notifications, clock),
  };
}
