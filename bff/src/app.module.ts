import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ZodSerializerInterceptor } from 'nestjs-zod';
import { AccountsModule } from './money/accounts/accounts.module';
import { AnchorsModule } from './money/anchors/anchors.module';
import { ApprovalInterceptor } from './people/approvals/approval.interceptor';
import { ApprovalsModule } from './people/approvals/approvals.module';
import { AuditModule } from './platform/audit/audit.module';
import { AuthModule } from './people/auth/auth.module';
import { IdentityGuard } from './people/auth/identity.guard';
import { CardPaymentsModule } from './money/card-payments/card-payments.module';
import { CardsModule } from './money/cards/cards.module';
import { CasesModule } from './people/cases/cases.module';
import { WorkModule } from './people/work/work.module';
import { StaffFinderModule } from './money/staff-finder/staff-finder.module';
import { AwaitingInterceptor, awaitsSecond } from './platform/http/awaiting.interceptor';
import { AccessGuard } from './platform/http/access.guard';
import { ApiExceptionFilter } from './platform/http/api-exception.filter';
import { QueryGuard } from './platform/openapi/query.guard';
import { ThrottleGuard } from './platform/http/throttle.guard';
import { ZodPipe } from './platform/http/zod.pipe';
import { ClosingModule } from './privacy/closing/closing.module';
import { DataExportModule } from './privacy/data-export/data-export.module';
import { DeliveryModule } from './people/delivery/delivery.module';
import { DirectDebitsModule } from './money/direct-debits/direct-debits.module';
import { MoneyFlowModule } from './money/money-flow/money-flow.module';
import { CaseRelationsModule } from './money/case-relations/case-relations.module';
import { AppealsModule } from './money/appeals/appeals.module';
import { DisputesModule } from './money/disputes/disputes.module';
import { ApplicationsModule } from './front/applications/applications.module';
import { EmbedModule } from './front/embed/embed.module';
import { RemoteErrorsModule } from './front/remote-errors/remote-errors.module';
import { WebhooksModule } from './front/webhooks/webhooks.module';
import { EventsModule } from './platform/events/events.module';
import { ExchangeModule } from './money/exchange/exchange.module';
import { RatesModule } from './money/rates/rates.module';
import { MeasurementsModule } from './platform/measurements/measurements.module';
import { MetricsModule } from './platform/metrics/metrics.module';
import { TracingModule } from './platform/tracing/tracing.module';
import { HealthModule } from './platform/health/health.module';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { FilesModule } from './platform/files/files.module';
import { ServersModule } from './platform/servers/servers.module';
import { HttpModule } from './platform/http/http.module';
import { SecurityModule } from './platform/security/security.module';
import { BankSettingsModule } from './platform/bank-settings/bank-settings.module';
import { TasksModule } from './platform/tasks/tasks.module';
import { TimeModule } from './platform/time/time.module';
import { jobs } from './jobs';
import { IdentityCheckModule } from './people/identity-check/identity-check.module';
import { KycModule } from './people/kyc/kyc.module';
import { LiveModule } from './people/live/live.module';
import { LedgerModule } from './money/ledger/ledger.module';
import { NotificationsModule } from './people/notifications/notifications.module';
import { PasskeysModule } from './people/passkeys/passkeys.module';
import { OverviewModule } from './money/overview/overview.module';
import { PayeesModule } from './money/payees/payees.module';
import { PaymentsModule } from './money/payments/payments.module';
import { PaymentRailModule } from './ports/payment-rail/payment-rail.module';
import { ReceiptsModule } from './money/receipts/receipts.module';
import { IncidentsModule } from './platform/incidents/incidents.module';
import { RemotesModule } from './front/remotes/remotes.module';
import { ReconciliationModule } from './money/reconciliation/reconciliation.module';
import { ReportsModule } from './money/reports/reports.module';
import { ScheduledPaymentsModule } from './money/scheduled-payments/scheduled-payments.module';
import { SettingsModule } from './people/settings/settings.module';
import { StaffApprovalsModule } from './people/staff-approvals/staff-approvals.module';
import { StandingOrdersModule } from './money/standing-orders/standing-orders.module';
import { StatementsModule } from './money/statements/statements.module';
import { StatsModule } from './money/stats/stats.module';
import { StaffIncidentsModule } from './care/incidents/incidents.module';
import { ConversationsModule } from './care/conversations/conversations.module';
import { CustomerMessagesModule } from './care/messages/messages.module';
import { SupportModule } from './care/support/support.module';
import { TopUpsModule } from './money/top-ups/top-ups.module';
import { TransactionsModule } from './money/transactions/transactions.module';
import { TransfersModule } from './money/transfers/transfers.module';
import { UserAdministrationModule } from './people/user-administration/user-administration.module';
import { RuleAdministrationModule } from './people/rule-administration/rule-administration.module';
import { RuleStopInterceptor } from './people/rules/rule-stop.interceptor';
import { RulesModule } from './people/rules/rules.module';
import { UsersModule } from './people/users/users.module';

@Module({
  imports: [
    ConfigModule,
    MetricsModule,
    TracingModule,
    DatabaseModule,
    TimeModule,
    SecurityModule,
    HttpModule,
    BankSettingsModule,
    TasksModule,
    FilesModule,
    AccountsModule,
    AnchorsModule,
    ApprovalsModule,
    UserAdministrationModule,
    AuditModule,
    AuthModule,
    CardPaymentsModule,
    CardsModule,
    ConversationsModule,
    CustomerMessagesModule,
    CasesModule,
    WorkModule,
    StaffFinderModule,
    ClosingModule,
    DataExportModule,
    DeliveryModule,
    DirectDebitsModule,
    AppealsModule,
    CaseRelationsModule,
    MoneyFlowModule,
    DisputesModule,
    ApplicationsModule,
    EmbedModule,
    RemoteErrorsModule,
    WebhooksModule,
    EventsModule,
    ExchangeModule,
    HealthModule,
    ServersModule,
    MeasurementsModule,
    IncidentsModule,
    jobs,
    KycModule,
    IdentityCheckModule,
    LedgerModule,
    LiveModule,
    NotificationsModule,
    OverviewModule,
    PasskeysModule,
    PayeesModule,
    PaymentRailModule,
    PaymentsModule,
    RatesModule,
    RemotesModule,
    RuleAdministrationModule,
    RulesModule,
    ReceiptsModule,
    ReconciliationModule,
    ReportsModule,
    ScheduledPaymentsModule,
    SettingsModule,
    StaffApprovalsModule,
    StaffIncidentsModule,
    StandingOrdersModule,
    StatementsModule,
    StatsModule,
    SupportModule,
    TopUpsModule,
    TransactionsModule,
    TransfersModule,
    UsersModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ApiExceptionFilter },
    { provide: APP_PIPE, useClass: ZodPipe },
    { provide: APP_INTERCEPTOR, useValue: new AwaitingInterceptor(awaitsSecond) },
    { provide: APP_INTERCEPTOR, useClass: RuleStopInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ZodSerializerInterceptor },
    // The last: it sees the service's answer, and the pipes run within it.
    { provide: APP_INTERCEPTOR, useClass: ApprovalInterceptor },
    // In this order: identity, rate, permission, query.
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: QueryGuard },
  ],
})
export class AppModule {}
