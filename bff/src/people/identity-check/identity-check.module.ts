import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { CasesModule } from '../cases/cases.module';
import { KycModule } from '../kyc/kyc.module';
import { ScreeningModule } from '../screening/screening.module';
import { DocumentReader } from './document-reader.service';
import { FileReaderService } from './file-reader.service';
import { IdentityCheckService } from './identity-check.service';

@Module({
  imports: [CasesModule, DocumentsModule, KycModule, ScreeningModule],
  providers: [DocumentReader, FileReaderService, IdentityCheckService],
})
export class IdentityCheckModule {}
