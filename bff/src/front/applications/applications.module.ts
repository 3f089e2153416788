import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { ApplicationDecisions } from '../../people/kyc/application-decisions';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { AdminSecretKeysController } from './admin-secret-keys.controller';
import { ApplicationQueries } from './application-queries.service';
import { ApplicationsService } from './applications.service';
import { PartnerApplicationsController } from './partner-applications.controller';
import { PartnerWebhooksController } from './partner-webhooks.controller';
import { PartnerGuard } from './partner.guard';
import { SecretKeyApproval } from './secret-key-approval.service';
import { SecretKeys } from './secret-keys.service';

/** Global: identity verification, below, injects `ApplicationDecisions` without importing this module. */
@Global()
@Module({
  imports: [AuthModule, WebhooksModule],
  controllers: [AdminSecretKeysController, PartnerApplicationsController, PartnerWebhooksController],
  providers: [
    ApplicationQueries,
    ApplicationsService,
    PartnerGuard,
    SecretKeyApproval,
    SecretKeys,
    { provide: ApplicationDecisions, useExisting: ApplicationsService },
  ],
  exports: [ApplicationDecisions, ApplicationQueries, ApplicationsService],
})
export class ApplicationsModule {}
