import { Module } from '@nestjs/common';
import { AccountsModule } from '../../money/accounts/accounts.module';
import { TransactionsModule } from '../../money/transactions/transactions.module';
import { NotificationsModule } from '../../people/notifications/notifications.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { ExportsModule } from '../../platform/exports/exports.module';
import { DataExportController } from './data-export.controller';
import { DataExportsService } from './data-exports.service';
import { DataFilesService } from './data-files.service';
import { PersonalDataService } from './personal-data.service';

@Module({
  imports: [
    AccountsModule,
    DocumentsModule,
    ExportsModule,
    NotificationsModule,
    StaffApprovalsModule,
    TransactionsModule,
  ],
  controllers: [DataExportController],
  providers: [DataExportsService, DataFilesService, PersonalDataService],
})
export class DataExportModule {}
