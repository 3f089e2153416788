import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { AdminCasesController } from './admin-cases.controller';
import { BankCases } from './bank-cases.service';
import { CaseFiles } from './case-files.service';
import { CaseForms } from './case-forms.service';
import { CaseHandlers } from './case-handlers.service';
import { CaseNotesService } from './case-notes.service';
import { CaseReader } from './case-reader.service';
import { CaseWorkService } from './case-work.service';
import { CasesService } from './cases.service';
import { OwnCasesController } from './own-cases.controller';
import { OwnCasesService } from './own-cases.service';
import { StaffCasesService } from './staff-cases.service';

@Module({
  imports: [DocumentsModule],
  controllers: [AdminCasesController, OwnCasesController],
  providers: [
    BankCases,
    CaseFiles,
    CaseForms,
    CaseHandlers,
    CaseNotesService,
    CaseReader,
    CaseWorkService,
    CasesService,
    OwnCasesService,
    StaffCasesService,
  ],
  exports: [BankCases, CaseForms, CaseHandlers, CasesService, OwnCasesService, StaffCasesService],
})
export class CasesModule {}
