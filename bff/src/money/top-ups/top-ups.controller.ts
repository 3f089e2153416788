import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { addFundsRequest, moneyMoved } from '@bank/contracts/accounts';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { TopUpsService } from './top-ups.service';

class AddFundsRequest extends createZodDto(addFundsRequest) {}
class MoneyMoved extends createZodDto(moneyMoved) {}

@ApiTags('Accounts')
@Controller('balance/update')
export class TopUpsController {
  constructor(private readonly topUps: TopUpsService) {}

  @Post()
  @Permission('account:own')
  @Operation('Adds funds from a card of another bank', {
    errors: ['NOT_FOUND', 'AMOUNT_OUT_OF_RANGE', 'CARD_DECLINED', 'LIMIT_OF_LEVEL', 'NOT_CONFIGURED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: MoneyMoved })
  add(@CurrentContext() context: RequestContext, @Body() request: AddFundsRequest) {
    return this.topUps.add(context, request);
  }
}
