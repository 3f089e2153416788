import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuthModule } from '../auth/auth.module';
import { KycModule } from '../kyc/kyc.module';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';
import { UserAdministrationService } from './user-administration.service';
import { UsersModule } from './users.module';

@Module({
  imports: [AccountsModule, AuthModule, KycModule, UsersModule],
  controllers: [AdminUsersController],
  providers: [AdminUsersService, UserAdministrationService],
})
export class AdminUsersModule {}
