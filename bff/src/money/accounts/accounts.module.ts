import { Global, Module } from '@nestjs/common';
import { CustomerAccounts } from '../../people/users/customer-accounts';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { RatesModule } from '../rates/rates.module';
import { AccountClosingApproval } from './account-closing-approval.service';
import { AccountOverviewService } from './account-overview.service';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { AccountOpeningsService } from './account-openings.service';
import { CustomerAccountsService } from './customer-accounts.service';
import { OwnAccountsService } from './own-accounts.service';
import { ReopenedAccounts } from './reopened-accounts.service';

/** Global: the people layer, which is below, injects `CustomerAccounts` without importing this module. */
@Global()
@Module({
  imports: [CardNetworkModule, PaymentRailModule, RatesModule],
  controllers: [AccountsController],
  providers: [
    AccountClosingApproval,
    AccountOpeningsService,
    AccountOverviewService,
    AccountsService,
    OwnAccountsService,
    ReopenedAccounts,
    { provide: CustomerAccounts, useClass: CustomerAccountsService },
  ],
  exports: [AccountsService, CustomerAccounts, OwnAccountsService, ReopenedAccounts],
})
export class AccountsModule {}
