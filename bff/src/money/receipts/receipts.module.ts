import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { CreditFileReader } from './credit-file-reader.service';
import { CreditFileRunsService } from './credit-file-runs.service';
import { CreditFilesService } from './credit-files.service';
import { IncomingCreditsService } from './incoming-credits.service';
import { ReceiptsService } from './receipts.service';

@Module({
  imports: [DocumentsModule, PaymentRailModule],
  providers: [
    CreditFileReader,
    CreditFileRunsService,
    CreditFilesService,
    IncomingCreditsService,
    ReceiptsService,
  ],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
