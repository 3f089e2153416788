import { Module } from '@nestjs/common';
import { TextMessagesModule } from '../../ports/text-messages/text-messages.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { MessageApproval } from './message-approval.service';
import { AdminMessagesController } from './admin-messages.controller';
import { CustomerMessagesService } from './customer-messages.service';
import { MessageSlices } from './message-slices.service';
import { Unsubscribing } from './unsubscribing.service';
import { UnsubscribingController } from './unsubscribing.controller';

@Module({
  imports: [StaffApprovalsModule, TextMessagesModule],
  controllers: [AdminMessagesController, UnsubscribingController],
  providers: [MessageApproval, CustomerMessagesService, MessageSlices, Unsubscribing],
  exports: [MessageSlices],
})
export class CustomerMessagesModule {}
