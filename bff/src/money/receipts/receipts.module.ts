import { Module } from '@nestjs/common';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { IncomingCreditsService } from './incoming-credits.service';
import { ReceiptsService } from './receipts.service';

@Module({
  imports: [PaymentRailModule],
  providers: [IncomingCreditsService, ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
