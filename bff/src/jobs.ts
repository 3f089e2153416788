import { JobsModule } from './platform/jobs/jobs.module';
import { platformLeftovers } from './platform/jobs/leftovers';
import { DocumentsModule } from './platform/documents/documents.module';
import { SealDocumentsJob } from './platform/documents/seal-documents.job';
import { SweepDocumentsJob } from './platform/documents/sweep-documents.job';
import { allOwnedFiles, type OwnedFiles } from './platform/documents/owned-files';
import { approvalLeftovers } from './people/approvals/approval-leftovers';
import { filesOfCases } from './people/cases/case-files.service';
import { IdentityRenewalJob } from './people/kyc/identity-renewal.job';
import { KycModule } from './people/kyc/kyc.module';
import { filesOfSubmissions } from './people/kyc/kyc.sql';
import { RuleAdministrationModule } from './people/rule-administration/rule-administration.module';
import { RuleReplaysJob } from './people/rule-administration/rule-replays.job';
import { ruleLeftovers } from './people/rules/rule-leftovers';
import { pushLeftovers } from './people/push/push-leftovers';
import { signInLeftovers } from './people/auth/sign-in-leftovers';
import { passkeyLeftovers } from './people/passkeys/passkey-leftovers';
import { DirectDebitsJob } from './money/direct-debits/direct-debits.job';
import { DirectDebitsModule } from './money/direct-debits/direct-debits.module';
import { CardPaymentsModule } from './money/card-payments/card-payments.module';
import { AskChargebacksJob } from './money/disputes/ask-chargebacks.job';
import { NoteLateRefundsJob } from './money/disputes/note-late-refunds.job';
import { DisputesModule } from './money/disputes/disputes.module';
import { CollectCardDebtsJob } from './money/card-payments/collect-card-debts.job';
import { ExpireCardHoldsJob } from './money/card-payments/expire-card-holds.job';
import { ShipCardsJob } from './money/cards/ship-cards.job';
import { FeesModule } from './money/fees/fees.module';
import { WeeklyFeeJob } from './money/fees/weekly-fee.job';
import { BalanceSnapshotsJob } from './money/ledger/balance-snapshots.job';
import { ExpireHoldsJob } from './money/payments/expire-holds.job';
import { ExpireRecallsJob } from './money/payments/expire-recalls.job';
import { PaymentsModule } from './money/payments/payments.module';
import { ScheduledDebitsJob } from './money/scheduled-payments/scheduled-debits.job';
import { ScheduledPaymentsModule } from './money/scheduled-payments/scheduled-payments.module';
import { filesOfCredits } from './money/receipts/credit-files.service';
import { filesOfStatements } from './money/statements/statement-files.service';
import { ResumeTopUpsJob } from './money/top-ups/resume-top-ups.job';
import { creditFileLeftovers } from './money/receipts/credit-file-leftovers';
import { statementLeftovers } from './money/reconciliation/statement-leftovers';
import { quoteLeftovers } from './money/exchange/quote-leftovers';
import { FetchRatesJob } from './money/rates/fetch-rates.job';
import { FetchSanctionsJob } from './people/screening/fetch-sanctions.job';
import { ScreeningModule } from './people/screening/screening.module';
import { RatesModule } from './money/rates/rates.module';
import { ReconciliationModule } from './money/reconciliation/reconciliation.module';
import { WatchCounterpartsJob } from './money/reconciliation/watch-counterparts.job';
import { TopUpsModule } from './money/top-ups/top-ups.module';
import { StandingOrdersJob } from './money/standing-orders/standing-orders.job';
import { StandingOrdersModule } from './money/standing-orders/standing-orders.module';
import { attachmentLeftovers } from './care/support/attachment-leftovers';
import { filesOfAttachments } from './care/support/attachments.service';
import { ConversationsModule } from './care/conversations/conversations.module';
import { EndConversationsJob } from './care/conversations/end-conversations.job';
import { presenceLeftovers } from './care/conversations/presence-leftovers';
import { visitorLeftovers } from './care/conversations/visitor-leftovers';
import { CustomerMessagesModule } from './care/messages/messages.module';
import { SendMessagesJob } from './care/messages/send-messages.job';
import { MailAnswersJob } from './care/support/mail-answers.job';
import { SupportModule } from './care/support/support.module';
import { ClosingModule } from './privacy/closing/closing.module';
import { ClosingsJob } from './privacy/closing/closings.job';
import { dataExportLeftovers } from './privacy/data-export/data-export-leftovers';
import { EraseDataJob } from './privacy/erasure/erase-data.job';
import { ErasureModule } from './privacy/erasure/erasure.module';
import { messageLeftovers } from './ports/messages/message-leftovers';
import { filesOfRail } from './ports/payment-rail/sepa-files.service';
import { applicationLeftovers } from './front/applications/application-leftovers';
import { remoteErrorLeftovers } from './front/remote-errors/remote-error-leftovers';
import { embedLeftovers } from './front/embed/embed-leftovers';
import { webhookLeftovers } from './front/webhooks/webhook-leftovers';
import { JudgeCanariesJob } from './front/releases/judge-canaries.job';
import { ReleasesModule } from './front/releases/releases.module';
import { SweepReleasesJob } from './front/releases/sweep-releases.job';

/** The stored files that tables refer to. */
export const ownedFiles: OwnedFiles[] = [
  filesOfSubmissions,
  filesOfAttachments,
  filesOfCases,
  filesOfStatements,
  filesOfRail,
  filesOfCredits,
];

/** Every job, the rows that the purge deletes, and the files that the sweep keeps; each is defined in its own concept. */
export const jobs = JobsModule.with({
  imports: [
    CardPaymentsModule,
    ClosingModule,
    ConversationsModule,
    CustomerMessagesModule,
    DirectDebitsModule,
    DisputesModule,
    DocumentsModule,
    ErasureModule,
    FeesModule,
    KycModule,
    PaymentsModule,
    RatesModule,
    ReconciliationModule,
    RuleAdministrationModule,
    ScreeningModule,
    ReleasesModule,
    ScheduledPaymentsModule,
    StandingOrdersModule,
    SupportModule,
    TopUpsModule,
  ],
  jobs: [
    ScheduledDebitsJob,
    ResumeTopUpsJob,
    StandingOrdersJob,
    DirectDebitsJob,
    WeeklyFeeJob,
    ExpireHoldsJob,
    ExpireRecallsJob,
    BalanceSnapshotsJob,
    IdentityRenewalJob,
    SweepDocumentsJob,
    SealDocumentsJob,
    MailAnswersJob,
    JudgeCanariesJob,
    SweepReleasesJob,
    FetchRatesJob,
    FetchSanctionsJob,
    ShipCardsJob,
    ExpireCardHoldsJob,
    CollectCardDebtsJob,
    AskChargebacksJob,
    NoteLateRefundsJob,
    ClosingsJob,
    EraseDataJob,
    WatchCounterpartsJob,
    SendMessagesJob,
    RuleReplaysJob,
    EndConversationsJob,
  ],
  leftovers: [
    ...signInLeftovers,
    ...passkeyLeftovers,
    ...approvalLeftovers,
    ...pushLeftovers,
    ...ruleLeftovers,
    ...remoteErrorLeftovers,
    ...embedLeftovers,
    ...applicationLeftovers,
    ...webhookLeftovers,
    ...attachmentLeftovers,
    ...presenceLeftovers,
    ...visitorLeftovers,
    ...messageLeftovers,
    ...creditFileLeftovers,
    ...statementLeftovers,
    ...quoteLeftovers,
    ...dataExportLeftovers,
    ...platformLeftovers,
  ],
  providers: [{ provide: allOwnedFiles, useValue: ownedFiles }],
});
