import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditExportService } from './audit-export.service';
import { AuditLogService } from './audit-log.service';
import { AuditSealerService } from './audit-sealer.service';

@Module({
  controllers: [AuditController],
  providers: [AuditExportService, AuditLogService, AuditSealerService],
})
export class AuditLogModule {}
