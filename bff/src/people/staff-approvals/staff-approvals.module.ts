import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { UsersModule } from '../users/users.module';
import { ApprovalRequestsService } from './approval-requests.service';
import { DecisionApproval } from './decision-approval.service';
import { SecondApproverService } from './second-approver.service';
import { StaffApprovalsController } from './staff-approvals.controller';
import { StaffApprovalsService } from './staff-approvals.service';

@Module({
  imports: [AuthModule, UsersModule],
  controllers: [StaffApprovalsController],
  providers: [ApprovalRequestsService, DecisionApproval, SecondApproverService, StaffApprovalsService],
  exports: [ApprovalRequestsService, SecondApproverService, StaffApprovalsService],
})
export class StaffApprovalsModule {}
