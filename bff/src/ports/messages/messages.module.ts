import { Module } from '@nestjs/common';
import { InboxService } from './inbox.service';
import { OutboxService } from './outbox.service';

@Module({ providers: [InboxService, OutboxService], exports: [InboxService, OutboxService] })
export class MessagesModule {}
