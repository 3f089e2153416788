import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { WebhooksPortModule } from '../../ports/webhooks/webhooks.module';
import { AdminWebhooksController } from './admin-webhooks.controller';
import { WebhookAddressApproval } from './webhook-address-approval.service';
import { WebhookAddresses } from './webhook-addresses.service';
import { WebhookEvents } from './webhook-events.service';
import { WebhookLogService } from './webhook-log.service';
import { WebhookMetrics } from './webhook-metrics.service';
import { WebhookSecretApproval } from './webhook-secret-approval.service';
import { WebhookSender } from './webhook-sender.service';

@Module({
  imports: [AuthModule, WebhooksPortModule],
  controllers: [AdminWebhooksController],
  providers: [
    WebhookAddressApproval,
    WebhookAddresses,
    WebhookEvents,
    WebhookLogService,
    WebhookMetrics,
    WebhookSecretApproval,
    WebhookSender,
  ],
  exports: [WebhookAddresses, WebhookEvents, WebhookLogService],
})
export class WebhooksModule {}
