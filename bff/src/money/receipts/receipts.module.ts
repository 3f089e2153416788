import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { RatesModule } from '../rates/rates.module';
import { CreditFileApproval } from './credit-file-approval.service';
import { CreditFileListService } from './credit-file-list.service';
import { CreditFileRunsService } from './credit-file-runs.service';
import { CreditFileThread } from './credit-file-thread.service';
import { CreditFileUploadsService } from './credit-file-uploads.service';
import { CreditFilesController } from './credit-files.controller';
import { CreditFilesService } from './credit-files.service';
import { IncomingCreditsService } from './incoming-credits.service';
import { OutsideIncomeService } from './outside-income.service';
import { ReceiptsService } from './receipts.service';

@Module({
  imports: [DocumentsModule, PaymentRailModule, RatesModule, StaffApprovalsModule],
  controllers: [CreditFilesController],
  providers: [
    CreditFileApproval,
    CreditFileListService,
    CreditFileRunsService,
    CreditFileThread,
    CreditFileUploadsService,
    CreditFilesService,
    IncomingCreditsService,
    OutsideIncomeService,
    ReceiptsService,
  ],
  exports: [OutsideIncomeService, ReceiptsService],
})
export class ReceiptsModule {}
