import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { CasesModule } from '../../people/cases/cases.module';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { CardPaymentsModule } from '../card-payments/card-payments.module';
import { PaymentsModule } from '../payments/payments.module';
import { AdminRefundsController } from './admin-refunds.controller';
import { ChargebacksService } from './chargebacks.service';
import { DisputeDecisionsService } from './dispute-decisions.service';
import { DisputeRecallsService } from './dispute-recalls.service';
import { DisputesController } from './disputes.controller';
import { DisputesService } from './disputes.service';
import { LateRefundsService } from './late-refunds.service';
import { RefundApproval } from './refund-approval.service';
import { RefundRecoveriesService } from './refund-recoveries.service';
import { RefundsService } from './refunds.service';

@Module({
  imports: [
    CardNetworkModule,
    CardPaymentsModule,
    CasesModule,
    DocumentsModule,
    PaymentsModule,
    StaffApprovalsModule,
  ],
  controllers: [AdminRefundsController, DisputesController],
  providers: [
    ChargebacksService,
    DisputeDecisionsService,
    DisputeRecallsService,
    DisputesService,
    LateRefundsService,
    RefundApproval,
    RefundRecoveriesService,
    RefundsService,
  ],
  exports: [ChargebacksService, LateRefundsService],
})
export class DisputesModule {}
