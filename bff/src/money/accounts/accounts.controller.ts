import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { accountList, balanceCheck, balanceOverview } from '@bank/contracts/accounts';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { AccountOverviewService } from './account-overview.service';
import { AccountsService } from './accounts.service';
import { OwnAccountsService } from './own-accounts.service';

class AccountList extends createZodDto(accountList) {}
class BalanceCheck extends createZodDto(balanceCheck) {}
class BalanceOverview extends createZodDto(balanceOverview) {}

@ApiTags('Accounts')
@Controller()
@Permission('account:own')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownAccounts: OwnAccountsService,
    private readonly accountOverview: AccountOverviewService,
  ) {}

  @Get('accounts')
  @Operation('The caller’s accounts, one for each currency, euros first')
  @ZodResponse({ status: 200, type: AccountList })
  list(@CurrentContext() context: RequestContext) {
    return this.ownAccounts.list(context.actor.userId);
  }

  @Get('solde')
  @Operation('The balance of the caller’s account, its limits, the last 90 days, and what the bank offers', {
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: BalanceOverview })
  overview(@CurrentContext() context: RequestContext) {
    return this.accountOverview.overview(context.actor.userId);
  }

  @Get('solde/check')
  @Operation('The balance alone', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: BalanceCheck })
  check(@CurrentContext() context: RequestContext) {
    return this.accounts.check(context.actor.userId);
  }
}
