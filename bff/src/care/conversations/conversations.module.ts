import { Module } from '@nestjs/common';
import { SupportModule } from '../support/support.module';
import { AdminConversationsController } from './admin-conversations.controller';
import { ConversationEndings } from './conversation-endings.service';
import { ConversationsService } from './conversations.service';
import { OwnConversationController } from './own-conversation.controller';
import { PresenceService } from './presence.service';
import { StaffConversationsService } from './staff-conversations.service';

@Module({
  imports: [SupportModule],
  controllers: [AdminConversationsController, OwnConversationController],
  providers: [ConversationEndings, ConversationsService, PresenceService, StaffConversationsService],
  exports: [ConversationEndings],
})
export class ConversationsModule {}
