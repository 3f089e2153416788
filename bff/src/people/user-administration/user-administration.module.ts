import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { KycModule } from '../kyc/kyc.module';
import { MailModule } from '../../platform/mail/mail.module';
import { StaffApprovalsModule } from '../staff-approvals/staff-approvals.module';
import { AdministrationApproval } from './administration-approval.service';
import { UserAdministrationController } from './user-administration.controller';
import { UserConflicts } from './user-conflicts.service';
import { UserPlans } from './user-plans.service';
import { UserQueriesService } from './user-queries.service';
import { UserCommandsService } from './user-commands.service';
import { UserApprovalsService } from './user-approvals.service';
import { UserWritesService } from './user-writes.service';
import { UsersModule } from '../users/users.module';

@Module({
  imports: [AuthModule, KycModule, MailModule, StaffApprovalsModule, UsersModule],
  controllers: [UserAdministrationController],
  providers: [
    AdministrationApproval,
    UserConflicts,
    UserPlans,
    UserQueriesService,
    UserCommandsService,
    UserApprovalsService,
    UserWritesService,
  ],
  exports: [UserQueriesService],
})
export class UserAdministrationModule {}
