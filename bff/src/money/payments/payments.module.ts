import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { AuthModule } from '../../people/auth/auth.module';
import { CasesModule } from '../../people/cases/cases.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { UsersModule } from '../../people/users/users.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { PayeesModule } from '../payees/payees.module';
import { RatesModule } from '../rates/rates.module';
import { ReceiptsModule } from '../receipts/receipts.module';
import { RulesModule } from '../../people/rules/rules.module';
import { ScreeningModule } from '../../people/screening/screening.module';
import { AffectedPayers } from './affected-payers.service';
import { ApprovalCodesService } from './approval-codes.service';
import { AutomaticLimitApproval } from './automatic-limit-approval.service';
import { AutomaticLimitService } from './automatic-limit.service';
import { CutOffsService } from './cut-offs.service';
import { OwnPaymentsController } from './own-payments.controller';
import { OwnPaymentsService } from './own-payments.service';
import { PaymentCostsController } from './payment-costs.controller';
import { PaymentCostsService } from './payment-costs.service';
import { PaymentDispatchService } from './payment-dispatch.service';
import { PaymentOutcomesService } from './payment-outcomes.service';
import { PaymentSettingsController } from './payment-settings.controller';
import { RailRoundsService } from './rail-rounds.service';
import { PaymentApproval } from './payment-approval.service';
import { PaymentEntity } from './payment.entity';
import { PaymentHoldCases } from './payment-hold-cases.service';
import { PaymentIntakeService } from './payment-intake.service';
import { PaymentMessagesService } from './payment-messages.service';
import { PaymentRules } from './payment-rules.service';
import { PaymentOrdersService } from './payment-orders.service';
import { FirstApprovalsService } from './first-approvals.service';
import { PaymentReviewService } from './payment-review.service';
import { HoldExpiryService } from './hold-expiry.service';
import { PaymentSettlementService } from './payment-settlement.service';
import { PaymentsController } from './payments.controller';
import { PaymentsService } from './payments.service';
import { RecallExpiryService } from './recall-expiry.service';
import { RecallWatch } from './recall-watch.service';
import { RailStateController } from './rail-state.controller';
import { RailStateService } from './rail-state.service';
import { SuspendedPaymentsService } from './suspended-payments.service';
import { UnscreenedPayments } from './unscreened-payments.service';

@Module({
  imports: [
    AccountsModule,
    AuthModule,
    CasesModule,
    PayeesModule,
    PaymentRailModule,
    RatesModule,
    ReceiptsModule,
    RulesModule,
    ScreeningModule,
    StaffApprovalsModule,
    UsersModule,
    TypeOrmModule.forFeature([PaymentEntity]),
  ],
  controllers: [
    OwnPaymentsController,
    PaymentCostsController,
    PaymentSettingsController,
    PaymentsController,
    RailStateController,
  ],
  providers: [
    AffectedPayers,
    ApprovalCodesService,
    AutomaticLimitApproval,
    AutomaticLimitService,
    CutOffsService,
    HoldExpiryService,
    OwnPaymentsService,
    PaymentApproval,
    PaymentCostsService,
    PaymentDispatchService,
    PaymentHoldCases,
    PaymentIntakeService,
    PaymentMessagesService,
    PaymentOrdersService,
    PaymentRules,
    PaymentOutcomesService,
    FirstApprovalsService,
    PaymentReviewService,
    PaymentSettlementService,
    PaymentsService,
    RailRoundsService,
    RailStateService,
    RecallExpiryService,
    RecallWatch,
    SuspendedPaymentsService,
    UnscreenedPayments,
  ],
  exports: [
    HoldExpiryService,
    OwnPaymentsService,
    PaymentIntakeService,
    PaymentOrdersService,
    PaymentSettlementService,
    RecallExpiryService,
    RecallWatch,
  ],
})
export class PaymentsModule {}
