import { Global, Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module';
import { RefusalRecorder } from '../http/refusal-recorder';
import { AuditController } from './audit.controller';
import { AuditExportService } from './audit-export.service';
import { AuditLogService } from './audit-log.service';
import { AuditSealerService } from './audit-sealer.service';
import { AuditService } from './audit.service';
import { LastChanges } from './last-changes.service';
import { RefusedAccess } from './refused-access.service';

/** Global: every concept writes to the activity log. */
@Global()
@Module({
  imports: [ExportsModule],
  controllers: [AuditController],
  providers: [
    AuditExportService,
    AuditLogService,
    AuditSealerService,
    AuditService,
    LastChanges,
    { provide: RefusalRecorder, useClass: RefusedAccess },
  ],
  exports: [AuditLogService, AuditService, LastChanges, RefusalRecorder],
})
export class AuditModule {}
