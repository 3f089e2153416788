import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { moneyFlow, moneyFlowQuery } from '@bank/contracts/money-flow';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { MoneyFlowService } from './money-flow.service';

class MoneyFlow extends createZodDto(moneyFlow) {}
class MoneyFlowQuery extends createZodDto(moneyFlowQuery) {}

@ApiTags('Administration')
@Controller('admin/money-flow')
@Permission('transactions:read')
export class MoneyFlowController {
  constructor(private readonly flows: MoneyFlowService) {}

  @Get()
  @Operation('Follows money from entry to entry of the ledger, before and after a movement', {
    description:
      'At most five entries on from each, twelve of a step, four steps back, six on, 30 days each.',
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: MoneyFlow })
  follow(@CurrentContext() { language }: RequestContext, @Query() query: MoneyFlowQuery) {
    return this.flows.follow(query, language);
  }
}
