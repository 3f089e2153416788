import { Module } from '@nestjs/common';
import { InboxService } from './inbox.service';
import { MessageMetricsService } from './message-metrics.service';
import { OutboxService } from './outbox.service';

@Module({
  providers: [InboxService, MessageMetricsService, OutboxService],
  exports: [InboxService, OutboxService],
})
export class MessagesModule {}
