import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { addFundsRequest, balanceCheck, balanceOverview, moneyMoved } from '@bank/contracts/accounts';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { AccountsService } from './accounts.service';

class AddFundsRequest extends createZodDto(addFundsRequest) {}
class BalanceCheck extends createZodDto(balanceCheck) {}
class BalanceOverview extends createZodDto(balanceOverview) {}
class MoneyMoved extends createZodDto(moneyMoved) {}

@ApiTags('Accounts')
@Controller()
@Permission('account:own')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get('solde')
  @Operation('The balance of the caller’s account, its limits and the last 90 days', {
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: BalanceOverview })
  overview(@CurrentContext() context: RequestContext) {
    return this.accounts.overview(context.actor.userId);
  }

  @Get('solde/check')
  @Operation('The balance alone', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: BalanceCheck })
  check(@CurrentContext() context: RequestContext) {
    return this.accounts.check(context.actor.userId);
  }

  @Post('balance/update')
  @Operation('Adds funds from the funding account', {
    errors: ['NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: MoneyMoved })
  addFunds(@CurrentContext() context: RequestContext, @Body() request: AddFundsRequest) {
    return this.accounts.addFunds(context, request);
  }
}
