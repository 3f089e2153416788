import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { CasesModule } from '../cases/cases.module';
import { AdminKycController } from './admin-kyc.controller';
import { KycDocumentsService } from './kyc-documents.service';
import { KycFormReader } from './kyc-form-reader.service';
import { KycReviewService } from './kyc-review.service';
import { IdentityCases } from './identity-cases.service';
import { IdentityRenewalService } from './identity-renewal.service';
import { KycController } from './kyc.controller';
import { KycService } from './kyc.service';

@Module({
  imports: [CasesModule, DocumentsModule, RulesModule],
  controllers: [AdminKycController, KycController],
  providers: [
    IdentityCases,
    IdentityRenewalService,
    KycDocumentsService,
    KycFormReader,
    KycReviewService,
    KycService,
  ],
  exports: [IdentityCases, IdentityRenewalService, KycReviewService, KycService],
})
export class KycModule {}
