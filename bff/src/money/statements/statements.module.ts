import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { ExportsModule } from '../../platform/exports/exports.module';
import { AccountsModule } from '../accounts/accounts.module';
import { IssuedStatementsService } from './issued-statements.service';
import { StatementFilesService } from './statement-files.service';
import { StatementLinesService } from './statement-lines.service';
import { StatementsController } from './statements.controller';
import { StatementsService } from './statements.service';

@Module({
  imports: [AccountsModule, DocumentsModule, ExportsModule],
  controllers: [StatementsController],
  providers: [StatementsService, IssuedStatementsService, StatementFilesService, StatementLinesService],
})
export class StatementsModule {}
