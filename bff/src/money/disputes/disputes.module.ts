import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { CasesModule } from '../../people/cases/cases.module';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { CardPaymentsModule } from '../card-payments/card-payments.module';
import { PaymentsModule } from '../payments/payments.module';
import { ChargebacksService } from './chargebacks.service';
import { DisputeDecisionsService } from './dispute-decisions.service';
import { DisputesController } from './disputes.controller';
import { DisputesService } from './disputes.service';
import { LateRefundsService } from './late-refunds.service';

@Module({
  imports: [CardNetworkModule, CardPaymentsModule, CasesModule, DocumentsModule, PaymentsModule],
  controllers: [DisputesController],
  providers: [ChargebacksService, DisputeDecisionsService, DisputesService, LateRefundsService],
  exports: [ChargebacksService, LateRefundsService],
})
export class DisputesModule {}
