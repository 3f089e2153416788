import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module';
import { AuditController } from './audit.controller';
import { AuditExportService } from './audit-export.service';
import { AuditLogService } from './audit-log.service';
import { AuditSealerService } from './audit-sealer.service';

@Module({
  imports: [ExportsModule],
  controllers: [AuditController],
  providers: [AuditExportService, AuditLogService, AuditSealerService],
})
export class AuditLogModule {}
