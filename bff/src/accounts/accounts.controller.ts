import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { addFundsRequest, balanceCheck, balanceOverview, moneyMoved } from '@bank/contracts/accounts';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
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
  overview(@CurrentActor() actor: Actor) {
    return this.accounts.overview(actor.userId);
  }

  @Get('solde/check')
  @Operation('The balance alone', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: BalanceCheck })
  check(@CurrentActor() actor: Actor) {
    return this.accounts.check(actor.userId);
  }

  @Post('balance/update')
  @Operation('Adds funds from the funding account', {
    errors: ['NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: MoneyMoved })
  addFunds(
    @Body() request: AddFundsRequest,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.accounts.addFunds(actor, request, keyed, call);
  }
}
