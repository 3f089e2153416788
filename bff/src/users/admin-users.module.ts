import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuthModule } from '../auth/auth.module';
import { KycModule } from '../kyc/kyc.module';
import { MailModule } from '../mail/mail.module';
import { StaffApprovalsModule } from '../staff-approvals/staff-approvals.module';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';
import { BalanceAdjustmentsService } from './balance-adjustments.service';
import { UserAdministrationService } from './user-administration.service';
import { UserApprovalsService } from './user-approvals.service';
import { UserWritesService } from './user-writes.service';
import { UsersModule } from './users.module';

@Module({
  imports: [AccountsModule, AuthModule, KycModule, MailModule, StaffApprovalsModule, UsersModule],
  controllers: [AdminUsersController],
  providers: [
    AdminUsersService,
    BalanceAdjustmentsService,
    UserAdministrationService,
    UserApprovalsService,
    UserWritesService,
  ],
})
export class AdminUsersModule {}
