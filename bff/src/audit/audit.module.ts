import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service';
import { RefusedAccess } from './refused-access.service';

@Global()
@Module({ providers: [AuditService, RefusedAccess], exports: [AuditService, RefusedAccess] })
export class AuditModule {}
