import { Module } from '@nestjs/common';
import { WebhooksPortModule } from '../../ports/webhooks/webhooks.module';
import { AdminWebhooksController } from './admin-webhooks.controller';
import { WebhookAddresses } from './webhook-addresses.service';
import { WebhookEvents } from './webhook-events.service';
import { WebhookLogService } from './webhook-log.service';
import { WebhookSender } from './webhook-sender.service';

@Module({
  imports: [WebhooksPortModule],
  controllers: [AdminWebhooksController],
  providers: [WebhookAddresses, WebhookEvents, WebhookLogService, WebhookSender],
  exports: [WebhookEvents],
})
export class WebhooksModule {}
