import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditLogService } from './audit-log.service';
import { AuditSealerService } from './audit-sealer.service';

@Module({ controllers: [AuditController], providers: [AuditLogService, AuditSealerService] })
export class AuditLogModule {}
