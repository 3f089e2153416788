import type { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { CardEntity } from '../cards/card.entity';
import { CardStatusService } from '../cards/card-status.service';
import { CardsService } from '../cards/cards.service';
import { Idempotency } from '../common/idempotency';
import type { Config } from '../config';
import { DocumentInspector } from '../documents/document-inspector';
import { DocumentsService } from '../documents/documents.service';
import { FormReader } from '../documents/form-reader';
import { KeyedForms } from '../documents/keyed-forms';
import { WeeklyFeesService } from '../fees/weekly-fees.service';
import { KycFormReader } from '../kyc/kyc-form';
import { KycReviewService } from '../kyc/kyc-review.service';
import { KycService } from '../kyc/kyc.service';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { NotificationsService } from '../notifications/notifications.service';
import { PaymentOrdersService } from '../payments/payment-orders.service';
import { PaymentSettlementService } from '../payments/payment-settlement.service';
import { ScheduledPaymentsService } from '../scheduled-payments/scheduled-payments.service';
import { ScheduledRunsService } from '../scheduled-payments/scheduled-runs.service';
import { ApprovalRequestsService } from '../staff-approvals/approval-requests.service';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import { UsersService } from '../users/users.service';
import { SeededChance, SetClock, UnheardEvents } from './determined';

export type SeedServices = ReturnType<typeof seedServices>;

/** The ordinary services under a clock that shows the past and a chance that always falls the same. */
export function seedServices(dataSource: DataSource, config: Config, now: Date) {
  const clock = new SetClock(now);
  const chance = new SeededChance();
  const audit = new AuditService(clock);
  const idempotency = new Idempotency(dataSource, clock, config);
  const events = new UnheardEvents(clock);
  const notifications = new NotificationsService(dataSource, events, clock);
  const ledger = new LedgerService(audit, events, chance, clock);
  const holds = new HoldsService(clock);
  const accounts = new AccountsService(dataSource, idempotency, ledger, notifications, clock);
  const documents = new DocumentsService(config);
  const forms = new KycFormReader(new FormReader(documents), new DocumentInspector(), clock);
  const ofCards = [accounts, audit, idempotency, events, config, chance, clock] as const;
  const ofOrders = [idempotency, ledger, holds, events, audit, chance, clock] as const;
  return {
    ...{ clock, chance, audit, notifications, ledger, accounts, documents },
    approvals: new ApprovalRequestsService(
      ...([dataSource, new SecondApproverService(clock), audit, notifications, events, clock] as const),
    ),
    users: new UsersService(dataSource, clock),
    cards: new CardsService(dataSource.getRepository(CardEntity), ...ofCards),
    cardStatus: new CardStatusService(dataSource, audit, events),
    kyc: new KycService(dataSource, forms, new KeyedForms(idempotency, documents), audit, events, clock),
    kycReview: new KycReviewService(dataSource, audit, events, notifications, clock),
    orders: new PaymentOrdersService(accounts, ...ofOrders),
    settlement: new PaymentSettlementService(
      ...([dataSource, ledger, holds, notifications, events, audit, clock] as const),
    ),
    fees: new WeeklyFeesService(ledger, notifications, clock),
    debits: new ScheduledPaymentsService(dataSource, idempotency, audit, clock),
    runs: new ScheduledRunsService(dataSource, ledger, audit, notifications, clock),
  };
}
