import { Module } from '@nestjs/common';
import { AccountsModule } from '../../money/accounts/accounts.module';
import { TransactionsModule } from '../../money/transactions/transactions.module';
import { NotificationsModule } from '../../people/notifications/notifications.module';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { ExportsModule } from '../../platform/exports/exports.module';
import { DataExportApproval } from './data-export-approval.service';
import { DataExportController } from './data-export.controller';
import { DataExportsService } from './data-exports.service';
import { DataFilesService } from './data-files.service';
import { PersonalDataService } from './personal-data.service';

@Module({
  imports: [AccountsModule, DocumentsModule, ExportsModule, NotificationsModule, TransactionsModule],
  controllers: [DataExportController],
  providers: [DataExportApproval, DataExportsService, DataFilesService, PersonalDataService],
})
export class DataExportModule {}
