import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module';
import { TextMessagesModule } from '../../ports/text-messages/text-messages.module';
import { AuthModule } from '../auth/auth.module';
import { UsersModule } from '../users/users.module';
import { AskedApprovalsService } from './asked-approvals.service';
import { MessageCodesService } from './message-codes.service';
import { ApprovalsController } from './approvals.controller';
import { ApprovalsService } from './approvals.service';
import { SettlementsService } from './settlements.service';

@Module({
  imports: [AuthModule, MailModule, TextMessagesModule, UsersModule],
  controllers: [ApprovalsController],
  providers: [MessageCodesService, AskedApprovalsService, ApprovalsService, SettlementsService],
  exports: [AskedApprovalsService, SettlementsService],
})
export class ApprovalsModule {}
