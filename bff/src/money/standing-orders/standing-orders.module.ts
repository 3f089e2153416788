import { Module } from '@nestjs/common';
import { RulesModule } from '../../people/rules/rules.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { PayeesModule } from '../payees/payees.module';
import { PaymentsModule } from '../payments/payments.module';
import { TransfersModule } from '../transfers/transfers.module';
import { StandingOrderApproval } from './standing-order-approval.service';
import { StandingOrdersController } from './standing-orders.controller';
import { StandingOrdersService } from './standing-orders.service';
import { StandingRunsService } from './standing-runs.service';

@Module({
  imports: [PayeesModule, PaymentRailModule, PaymentsModule, RulesModule, TransfersModule],
  controllers: [StandingOrdersController],
  providers: [StandingOrderApproval, StandingOrdersService, StandingRunsService],
  exports: [StandingOrdersService, StandingRunsService],
})
export class StandingOrdersModule {}
