import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import { MoneyBack } from '../../bff/src/money/ledger/money-back.service';
import { PaymentOutcomesService } from '../../bff/src/money/payments/payment-outcomes.service';
import { PaymentSettlementService } from '../../bff/src/money/payments/payment-settlement.service';
import { RecallWatch } from '../../bff/src/money/payments/recall-watch.service';
import { ReceiptsService } from '../../bff/src/money/receipts/receipts.service';
import type { TestLedger } from '../support/ledger';
import { ruleServices } from '../support/rule-services';

/** The services of payments over a test's ledger, without a server. */
export function paymentServices({ database, clock, ledger, incidents }: TestLedger) {
  const [audit, events] = [new AuditService(clock), new EventsService(clock)];
  const notifications = new NotificationsService(database, events, clock);
  const receipts = new ReceiptsService(database, ledger, incidents, clock);
  const holds = new HoldsService(clock);
  const cases = new BankCases(new CasesService(audit, events, new RandomSource(), clock), audit, clock);
  const settlement = new PaymentSettlementService(
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
  const outcomes = new PaymentOutcomesService(
    ledger,
    settlement,
    receipts,
    new RecallWatch(),
    incidents,
    notifications,
    events,
    audit,
    clock,
  );
  return { holds, settlement, outcomes };
}
