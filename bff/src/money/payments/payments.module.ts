import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { AuthModule } from '../../people/auth/auth.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { ApprovalCodesService } from './approval-codes.service';
import { PaymentEntity } from './payment.entity';
import { PaymentOrdersService } from './payment-orders.service';
import { PaymentReviewService } from './payment-review.service';
import { PaymentSettlementService } from './payment-settlement.service';
import { PaymentsController } from './payments.controller';
import { PaymentsService } from './payments.service';

@Module({
  imports: [AccountsModule, AuthModule, StaffApprovalsModule, TypeOrmModule.forFeature([PaymentEntity])],
  controllers: [PaymentsController],
  providers: [
    ApprovalCodesService,
    PaymentOrdersService,
    PaymentReviewService,
    PaymentSettlementService,
    PaymentsService,
  ],
  exports: [PaymentOrdersService, PaymentSettlementService],
})
export class PaymentsModule {}
