import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { UsersModule } from '../users/users.module';
import { ApprovalRequestsService } from './approval-requests.service';
import { ProvenCalls } from './proven-calls.service';
import { SecondApproverService } from './second-approver.service';
import { StaffApprovalsController } from './staff-approvals.controller';
import { StaffApprovalsService } from './staff-approvals.service';

@Module({
  imports: [AuthModule, UsersModule],
  controllers: [StaffApprovalsController],
  providers: [ApprovalRequestsService, ProvenCalls, SecondApproverService, StaffApprovalsService],
  exports: [ApprovalRequestsService, ProvenCalls, SecondApproverService, StaffApprovalsService],
})
export class StaffApprovalsModule {}
