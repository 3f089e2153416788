import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { AdminKycController } from './admin-kyc.controller';
import { KycDocumentsService } from './kyc-documents.service';
import { KycFormReader } from './kyc-form-reader.service';
import { KycReviewService } from './kyc-review.service';
import { IdentityRenewalService } from './identity-renewal.service';
import { KycController } from './kyc.controller';
import { KycService } from './kyc.service';

@Module({
  imports: [DocumentsModule, RulesModule],
  controllers: [AdminKycController, KycController],
  providers: [IdentityRenewalService, KycDocumentsService, KycFormReader, KycReviewService, KycService],
  exports: [IdentityRenewalService, KycReviewService],
})
export class KycModule {}
