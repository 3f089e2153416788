import { Module } from '@nestjs/common';
import { AccountsModule } from '../../money/accounts/accounts.module';
import { LedgerModule } from '../../money/ledger/ledger.module';
import { PaymentsModule } from '../../money/payments/payments.module';
import { AuthModule } from '../../people/auth/auth.module';
import { KycModule } from '../../people/kyc/kyc.module';
import { NotificationsModule } from '../../people/notifications/notifications.module';
import { UsersModule } from '../../people/users/users.module';
import { IncidentsModule } from '../../platform/incidents/incidents.module';
import { MailModule } from '../../platform/mail/mail.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { ClosingApproval } from './closing-approval.service';
import { ClosingMailer } from './closing-mailer.service';
import { ClosingReturnsService } from './closing-returns.service';
import { ClosingStepsService } from './closing-steps.service';
import { ClosingsController } from './closings.controller';
import { ClosingsService } from './closings.service';

@Module({
  imports: [
    AccountsModule,
    AuthModule,
    IncidentsModule,
    KycModule,
    LedgerModule,
    MailModule,
    NotificationsModule,
    PaymentRailModule,
    PaymentsModule,
    UsersModule,
  ],
  controllers: [ClosingsController],
  providers: [ClosingApproval, ClosingMailer, ClosingReturnsService, ClosingStepsService, ClosingsService],
  exports: [ClosingMailer, ClosingStepsService],
})
export class ClosingModule {}
