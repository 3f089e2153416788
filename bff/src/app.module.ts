import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule } from 'nestjs-pino';
import { ZodSerializerInterceptor } from 'nestjs-zod';
import { AccountsModule } from './accounts/accounts.module';
import { AuditLogModule } from './audit/audit-log.module';
import { AuditModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import { IdentityGuard } from './auth/identity.guard';
import { CardsModule } from './cards/cards.module';
import { AccessGuard } from './common/access.guard';
import { Clock } from './common/clock';
import { CommonModule } from './common/common.module';
import { databaseOptions } from './common/database';
import { FailureFilter } from './common/failure.filter';
import { logging } from './common/logging';
import { ThrottleGuard, throttleOptions } from './common/throttle';
import { ZodPipe } from './common/zod.pipe';
import { Config } from './config';
import { DeliveryModule } from './delivery/delivery.module';
import { EmbedModule } from './embed/embed.module';
import { EventStreamsModule } from './events/event-streams.module';
import { EventsModule } from './events/events.module';
import { HealthModule } from './health/health.module';
import { JobsModule } from './jobs/jobs.module';
import { KycModule } from './kyc/kyc.module';
import { LedgerModule } from './ledger/ledger.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OverviewModule } from './overview/overview.module';
import { PaymentsModule } from './payments/payments.module';
import { RemotesModule } from './remotes/remotes.module';
import { ReportsModule } from './reports/reports.module';
import { ScheduledPaymentsModule } from './scheduled-payments/scheduled-payments.module';
import { SettingsModule } from './settings/settings.module';
import { StaffApprovalsModule } from './staff-approvals/staff-approvals.module';
import { StatsModule } from './stats/stats.module';
import { SupportModule } from './support/support.module';
import { TransactionsModule } from './transactions/transactions.module';
import { TransfersModule } from './transfers/transfers.module';
import { AdminUsersModule } from './users/admin-users.module';
import { UsersModule } from './users/users.module';

@Module({
  imports: [
    CommonModule,
    LoggerModule.forRootAsync({ inject: [Config], useFactory: logging }),
    ThrottlerModule.forRootAsync({ inject: [Config, Clock], useFactory: throttleOptions }),
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: async (config: Config) => ({
        ...(await databaseOptions(config)),
        autoLoadEntities: true,
        // The wait for a database that is still starting is over when its options are known.
        retryAttempts: 0,
      }),
    }),
    AccountsModule,
    AdminUsersModule,
    AuditLogModule,
    AuditModule,
    AuthModule,
    CardsModule,
    DeliveryModule,
    EmbedModule,
    EventStreamsModule,
    EventsModule,
    HealthModule,
    JobsModule,
    KycModule,
    LedgerModule,
    NotificationsModule,
    OverviewModule,
    PaymentsModule,
    RemotesModule,
    ReportsModule,
    ScheduledPaymentsModule,
    SettingsModule,
    StaffApprovalsModule,
    StatsModule,
    SupportModule,
    TransactionsModule,
    TransfersModule,
    UsersModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: FailureFilter },
    { provide: APP_PIPE, useClass: ZodPipe },
    { provide: APP_INTERCEPTOR, useClass: ZodSerializerInterceptor },
    // In this order: who calls, how often, and whether they may.
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AppModule {}
