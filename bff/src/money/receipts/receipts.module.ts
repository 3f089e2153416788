import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { CreditFileApproval } from './credit-file-approval.service';
import { CreditFileListService } from './credit-file-list.service';
import { CreditFileRunsService } from './credit-file-runs.service';
import { CreditFileThread } from './credit-file-thread.service';
import { CreditFileUploadsService } from './credit-file-uploads.service';
import { CreditFilesController } from './credit-files.controller';
import { CreditFilesService } from './credit-files.service';
import { IncomingCreditsService } from './incoming-credits.service';
import { ReceiptsService } from './receipts.service';

@Module({
  imports: [DocumentsModule, PaymentRailModule, StaffApprovalsModule],
  controllers: [CreditFilesController],
  providers: [
    CreditFileApproval,
    CreditFileListService,
    CreditFileRunsService,
    CreditFileThread,
    CreditFileUploadsService,
    CreditFilesService,
    IncomingCreditsService,
    ReceiptsService,
  ],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
