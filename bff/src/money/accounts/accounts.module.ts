import { Global, Module } from '@nestjs/common';
import { CustomerAccounts } from '../../people/users/customer-accounts';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CustomerAccountsService } from './customer-accounts.service';
import { OwnAccountsService } from './own-accounts.service';

/** Global: the people wing, which is below, injects `CustomerAccounts` without importing this module. */
@Global()
@Module({
  controllers: [AccountsController],
  providers: [
    AccountsService,
    OwnAccountsService,
    { provide: CustomerAccounts, useClass: CustomerAccountsService },
  ],
  exports: [AccountsService, CustomerAccounts, OwnAccountsService],
})
export class AccountsModule {}
