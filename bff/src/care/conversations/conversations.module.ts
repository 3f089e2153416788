import { Module } from '@nestjs/common';
import { SupportModule } from '../support/support.module';
import { AdminConversationsController } from './admin-conversations.controller';
import { ConversationEndings } from './conversation-endings.service';
import { ConversationsService } from './conversations.service';
import { FrameConversationController } from './frame-conversation.controller';
import { OwnConversationController } from './own-conversation.controller';
import { PresenceService } from './presence.service';
import { StaffConversationsService } from './staff-conversations.service';
import { VisitorConversationController } from './visitor-conversation.controller';
import { VisitorConversations } from './visitor-conversations.service';

@Module({
  imports: [SupportModule],
  controllers: [
    AdminConversationsController,
    FrameConversationController,
    OwnConversationController,
    VisitorConversationController,
  ],
  providers: [
    ConversationEndings,
    ConversationsService,
    PresenceService,
    StaffConversationsService,
    VisitorConversations,
  ],
  exports: [ConversationEndings],
})
export class ConversationsModule {}
