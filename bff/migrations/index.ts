import type { MigrationInterface } from 'typeorm';
import { CreateUsers20261121091001 } from './20261121091001-create-users';
import { CreateAuditLog20261121091002 } from './20261121091002-create-audit-log';
import { CreateLedger20261121092001 } from './20261121092001-create-ledger';
import { CreateIdempotencyKeys20261121092002 } from './20261121092002-create-idempotency-keys';
import { CreateCards20261121092003 } from './20261121092003-create-cards';
import { CreatePayments20261121092004 } from './20261121092004-create-payments';
import { CreateTickets20261121092005 } from './20261121092005-create-tickets';
import { CreateBankSettings20261121092006 } from './20261121092006-create-bank-settings';
import { CreateNotifications20261121102001 } from './20261121102001-create-notifications';
import { CreateEvents20261121102002 } from './20261121102002-create-events';
import { CreateCardWrites20261121101001 } from './20261121101001-create-card-writes';
import { CreateSettings20261121102003 } from './20261121102003-create-settings';
import { CreateHolds20261121100001 } from './20261121100001-create-holds';
import { AddPaymentApprovals20261121100002 } from './20261121100002-add-payment-approvals';
import { CreateBalanceSnapshots20261121100003 } from './20261121100003-create-balance-snapshots';
import { CreateScheduledPayments20261121101002 } from './20261121101002-create-scheduled-payments';
import { CreateWeeklyFees20261121101003 } from './20261121101003-create-weekly-fees';
import { CreateJobRuns20261121101004 } from './20261121101004-create-job-runs';
import { CreateKyc20261121102004 } from './20261121102004-create-kyc';
import { DeliverNotifications20261121104001 } from './20261121104001-deliver-notifications';
import { CreateAuditSeals20261121105001 } from './20261121105001-create-audit-seals';
import { IndexBankLists20261121106201 } from './20261121106201-index-bank-lists';
import { IndexSortedUsers20261121106301 } from './20261121106301-index-sorted-users';
import { IndexFilteredLists20261121201001 } from './20261121201001-index-filtered-lists';
import { CreateTotals20261121201002 } from './20261121201002-create-totals';
import { AnswerTickets20261121203001 } from './20261121203001-answer-tickets';
import { CreateRailMessages20261122160001 } from './20261122160001-create-rail-messages';
import { StagePayments20261122160002 } from './20261122160002-stage-payments';
import { CreateIncidents20261122160003 } from './20261122160003-create-incidents';
import { CreateTopUps20261122160004 } from './20261122160004-create-top-ups';
import { CreatePartners20261121202001 } from './20261121202001-create-partners';
import { CreateReleases20261121205001 } from './20261121205001-create-releases';
import { CreatePendingSignups20261122100401 } from './20261122100401-create-pending-signups';
import { CreateMovementTotals20261121204001 } from './20261121204001-create-movement-totals';
import { AddIdentityRefused20261122100501 } from './20261122100501-add-identity-refused';
import { CreateStaffApprovals20261122100001 } from './20261122100001-create-staff-approvals';
import { CreateEmailChanges20261122100101 } from './20261122100101-create-email-changes';
import { CreateJobProgress20261122100502 } from './20261122100502-create-job-progress';
import { ReportSurfaceRefusals20261122150001 } from './20261122150001-report-surface-refusals';
import { CountWaitingSubmissions20261122100503 } from './20261122100503-count-waiting-submissions';
import { CreateSessions20261121091003 } from './20261121091003-create-sessions';
import { CreateAddressCounts20261122100301 } from './20261122100301-create-address-counts';
import { ForgetAnswers20261122100302 } from './20261122100302-forget-answers';
import { GuardReleases20261122100201 } from './20261122100201-guard-releases';
import { StoreLogFacts20261122110001 } from './20261122110001-store-log-facts';
import { CreateStatements20261122170001 } from './20261122170001-create-statements';
import { CreateBeneficiaries20261122180001 } from './20261122180001-create-beneficiaries';
import { CreateStandingOrders20261122180002 } from './20261122180002-create-standing-orders';
import { RecordPaymentMessages20261122190001 } from './20261122190001-record-payment-messages';
import { WidenApprovalKinds20261123000001 } from './20261123000001-widen-approval-kinds';
import { IndexDoubtfulPayments20261123000002 } from './20261123000002-index-doubtful-payments';
import { CreateDirectDebits20261123010001 } from './20261123010001-create-direct-debits';
import { CompareCreditIds20261123030001 } from './20261123030001-compare-credit-ids';
import { CreateCreditFiles20261123030002 } from './20261123030002-create-credit-files';
import { CreateReconciliation20261123030003 } from './20261123030003-create-reconciliation';
import { IndexPaymentStages20261123050001 } from './20261123050001-index-payment-stages';
import { AddStatementDigests20261123050002 } from './20261123050002-add-statement-digests';
import { OpenAccountsPerCurrency20261123060001 } from './20261123060001-open-accounts-per-currency';
import { CreateRates20261123060002 } from './20261123060002-create-rates';
import { CreateExchangeQuotes20261123060003 } from './20261123060003-create-exchange-quotes';
import { SendPaymentsAnywhere20261123070001 } from './20261123070001-send-payments-anywhere';
import { CreateSanctions20261123070002 } from './20261123070002-create-sanctions';
import { VerifyContacts20261123080001 } from './20261123080001-verify-contacts';
import { CreateApprovals20261123090001 } from './20261123090001-create-approvals';
import { CreatePasskeys20261123100001 } from './20261123100001-create-passkeys';
import { LimitUnverified20261123110001 } from './20261123110001-limit-unverified';
import { VerifyAddresses20261123110002 } from './20261123110002-verify-addresses';
import { CreateIdentityChecks20261123120001 } from './20261123120001-create-identity-checks';
import { CreateFileKeys20261123120002 } from './20261123120002-create-file-keys';
import { ReconcileCurrencies20261123150001 } from './20261123150001-reconcile-currencies';
import { CreatePushSubscriptions20261123140001 } from './20261123140001-create-push-subscriptions';
import { PayByCard20261123130001 } from './20261123130001-pay-by-card';
import { CreateDataExports20261123160001 } from './20261123160001-create-data-exports';
import { BlockCardsByBank20261123210001 } from './20261123210001-block-cards-by-bank';
import { CreateClosings20261123160002 } from './20261123160002-create-closings';
import { IndexCardSpending20261123180001 } from './20261123180001-index-card-spending';
import { RememberBrowsers20261123170001 } from './20261123170001-remember-browsers';
import { RejectDocuments20261123170002 } from './20261123170002-reject-documents';
import { DropIdentityRefused20261123170003 } from './20261123170003-drop-identity-refused';
import { WidenAuthorityChanges20261123170004 } from './20261123170004-widen-authority-changes';
import { CreateCases20261123190001 } from './20261123190001-create-cases';
import { AddStaffRoles20261123220001 } from './20261123220001-add-staff-roles';
import { IndexOwnAmounts20261123200001 } from './20261123200001-index-own-amounts';
import { CreateSavedViews20261124150003 } from './20261124150003-create-saved-views';
import { LimitSignInNotices20261124100001 } from './20261124100001-limit-sign-in-notices';
import { IndexCardEndings20261124150002 } from './20261124150002-index-card-endings';
import { CreateWorkItems20261124150001 } from './20261124150001-create-work-items';
import { OpenCasesByTheBank20261124130001 } from './20261124130001-open-cases-by-the-bank';
import { IndexLogObjects20261124130002 } from './20261124130002-index-log-objects';
import { IndexLinks20261124130003 } from './20261124130003-index-links';
import { GrowIncidents20261124140001 } from './20261124140001-grow-incidents';
import { CreateCustomerMessages20261124140002 } from './20261124140002-create-customer-messages';
import { CreateRules20261124120001 } from './20261124120001-create-rules';
import { CreateConversations20261125120001 } from './20261125120001-create-conversations';
import { MailSignInCodes20261126100001 } from './20261126100001-mail-sign-in-codes';
import { SeeBrowsers20261126100002 } from './20261126100002-see-browsers';
import { NoteLateRefunds20261126100003 } from './20261126100003-note-late-refunds';
import { ListServers20261126110001 } from './20261126110001-list-servers';
import { IndexUnsentIdentities20261127100001 } from './20261127100001-index-unsent-identities';
import { LetVisitorsTalk20261127110001 } from './20261127110001-let-visitors-talk';
import { NameReplayedRules20261127110002 } from './20261127110002-name-replayed-rules';
import { StripeBankAccounts20261127130001 } from './20261127130001-stripe-bank-accounts';
import { ShareCallCounts20261127130002 } from './20261127130002-share-call-counts';
import { RefundUnauthorised20261128120001 } from './20261128120001-refund-unauthorised';
import { IndexVisitorTickets20261128120002 } from './20261128120002-index-visitor-tickets';
import { CreatePartnerWebhooks20261128130001 } from './20261128130001-create-partner-webhooks';
import { KeepMeasurements20261128140001 } from './20261128140001-keep-measurements';
import { KeepOutsideCredits20261128150001 } from './20261128150001-keep-outside-credits';
import { NameTokenMakers20261128150002 } from './20261128150002-name-token-makers';
import { CountMoreWidgets20261128160001 } from './20261128160001-count-more-widgets';
import { GroupRemoteErrors20261129100001 } from './20261129100001-group-remote-errors';
import { ScopeSecretKeys20261129100002 } from './20261129100002-scope-secret-keys';
import { PackEvents20261129110001 } from './20261129110001-pack-events';
import { DeliverSecurityFirst20261130100001 } from './20261130100001-deliver-security-first';

/** Every migration, oldest first; they run in the order of the timestamps in their names. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateUsers20261121091001,
  CreateAuditLog20261121091002,
  CreateSessions20261121091003,
  CreateLedger20261121092001,
  CreateIdempotencyKeys20261121092002,
  CreateCards20261121092003,
  CreatePayments20261121092004,
  CreateTickets20261121092005,
  CreateBankSettings20261121092006,
  CreateHolds20261121100001,
  AddPaymentApprovals20261121100002,
  CreateBalanceSnapshots20261121100003,
  CreateCardWrites20261121101001,
  CreateScheduledPayments20261121101002,
  CreateWeeklyFees20261121101003,
  CreateJobRuns20261121101004,
  CreateNotifications20261121102001,
  CreateEvents20261121102002,
  CreateSettings20261121102003,
  CreateKyc20261121102004,
  DeliverNotifications20261121104001,
  CreateAuditSeals20261121105001,
  IndexBankLists20261121106201,
  IndexSortedUsers20261121106301,
  IndexFilteredLists20261121201001,
  CreateTotals20261121201002,
  AnswerTickets20261121203001,
  CreatePartners20261121202001,
  CreateReleases20261121205001,
  CreateMovementTotals20261121204001,
  CreatePendingSignups20261122100401,
  AddIdentityRefused20261122100501,
  CreateAddressCounts20261122100301,
  CreateStaffApprovals20261122100001,
  CreateEmailChanges20261122100101,
  ForgetAnswers20261122100302,
  CreateJobProgress20261122100502,
  GuardReleases20261122100201,
  CountWaitingSubmissions20261122100503,
  StoreLogFacts20261122110001,
  ReportSurfaceRefusals20261122150001,
  CreateRailMessages20261122160001,
  StagePayments20261122160002,
  CreateIncidents20261122160003,
  CreateTopUps20261122160004,
  CreateStatements20261122170001,
  CreateBeneficiaries20261122180001,
  CreateStandingOrders20261122180002,
  RecordPaymentMessages20261122190001,
  WidenApprovalKinds20261123000001,
  IndexDoubtfulPayments20261123000002,
  CreateDirectDebits20261123010001,
  CompareCreditIds20261123030001,
  CreateCreditFiles20261123030002,
  CreateReconciliation20261123030003,
  IndexPaymentStages20261123050001,
  AddStatementDigests20261123050002,
  OpenAccountsPerCurrency20261123060001,
  CreateRates20261123060002,
  CreateExchangeQuotes20261123060003,
  SendPaymentsAnywhere20261123070001,
  CreateSanctions20261123070002,
  VerifyContacts20261123080001,
  CreateApprovals20261123090001,
  CreatePasskeys20261123100001,
  LimitUnverified20261123110001,
  VerifyAddresses20261123110002,
  CreateIdentityChecks20261123120001,
  CreateFileKeys20261123120002,
  ReconcileCurrencies20261123150001,
  CreatePushSubscriptions20261123140001,
  PayByCard20261123130001,
  CreateDataExports20261123160001,
  CreateClosings20261123160002,
  IndexCardSpending20261123180001,
  RememberBrowsers20261123170001,
  RejectDocuments20261123170002,
  DropIdentityRefused20261123170003,
  WidenAuthorityChanges20261123170004,
  CreateCases20261123190001,
  AddStaffRoles20261123220001,
  BlockCardsByBank20261123210001,
  IndexOwnAmounts20261123200001,
  LimitSignInNotices20261124100001,
  CreateRules20261124120001,
  CreateWorkItems20261124150001,
  IndexCardEndings20261124150002,
  OpenCasesByTheBank20261124130001,
  IndexLogObjects20261124130002,
  IndexLinks20261124130003,
  CreateSavedViews20261124150003,
  GrowIncidents20261124140001,
  CreateCustomerMessages20261124140002,
  CreateConversations20261125120001,
  MailSignInCodes20261126100001,
  SeeBrowsers20261126100002,
  NoteLateRefunds20261126100003,
  ListServers20261126110001,
  IndexUnsentIdentities20261127100001,
  LetVisitorsTalk20261127110001,
  NameReplayedRules20261127110002,
  StripeBankAccounts20261127130001,
  ShareCallCounts20261127130002,
  RefundUnauthorised20261128120001,
  IndexVisitorTickets20261128120002,
  CreatePartnerWebhooks20261128130001,
  KeepMeasurements20261128140001,
  KeepOutsideCredits20261128150001,
  NameTokenMakers20261128150002,
  CountMoreWidgets20261128160001,
  GroupRemoteErrors20261129100001,
  ScopeSecretKeys20261129100002,
  PackEvents20261129110001,
  DeliverSecurityFirst20261130100001,
];
