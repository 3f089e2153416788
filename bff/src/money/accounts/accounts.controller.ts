import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  account,
  accountList,
  balanceCheck,
  balanceOverview,
  openAccountRequest,
} from '@bank/contracts/accounts';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { AccountClosingApproval } from './account-closing-approval.service';
import { AccountOpeningsService } from './account-openings.service';
import { AccountOverviewService } from './account-overview.service';
import { AccountsService } from './accounts.service';
import { OwnAccountsService } from './own-accounts.service';

class Account extends createZodDto(account) {}
class AccountList extends createZodDto(accountList) {}
class BalanceCheck extends createZodDto(balanceCheck) {}
class BalanceOverview extends createZodDto(balanceOverview) {}
class IdParameter extends createZodDto(idParameter) {}
class OpenAccountRequest extends createZodDto(openAccountRequest) {}

@ApiTags('Accounts')
@Controller()
@Permission('account:own')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownAccounts: OwnAccountsService,
    private readonly openings: AccountOpeningsService,
    private readonly accountOverview: AccountOverviewService,
  ) {}

  @Get('accounts')
  @Operation('The caller’s accounts, one for each currency, euros first')
  @ZodResponse({ status: 200, type: AccountList })
  list(@CurrentContext() context: RequestContext) {
    return this.ownAccounts.list(context.actor.userId);
  }

  @Post('accounts')
  @Operation('Opens an account in a currency; one that was closed opens again', {
    errors: ['ACCOUNT_EXISTS', 'RATE_MISSING'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Account })
  open(@CurrentContext() context: RequestContext, @Body() { currency }: OpenAccountRequest) {
    return this.openings.open(context, currency);
  }

  @Delete('accounts/:id')
  @NeedsApproval(AccountClosingApproval)
  @HttpCode(204)
  @Operation('Closes an empty account in another currency than the euro', {
    errors: ['NOT_FOUND', 'ACCOUNT_NOT_EMPTY', 'ACCOUNT_NEEDED'],
    idempotent: true,
  })
  close(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.openings.close(context, id);
  }

  @Get('solde')
  @Operation('The balance of the caller’s account, its limits, the last 90 days, and what the bank offers', {
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: BalanceOverview })
  overview(@CurrentContext() context: RequestContext) {
    return this.accountOverview.overview(context.actor.userId, context.language);
  }

  @Get('solde/check')
  @Operation('The balance alone', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: BalanceCheck })
  check(@CurrentContext() context: RequestContext) {
    return this.accounts.check(context.actor.userId);
  }
}
