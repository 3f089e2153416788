import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/direct-debits';
import type { ErrorCode } from '@bank/contracts/errors';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { DirectDebitsService } from './direct-debits.service';

class IdParameter extends createZodDto(idParameter) {}
class DirectDebit extends createZodDto(contract.directDebit) {}
class DirectDebitList extends createZodDto(contract.directDebitList) {}
class DirectDebitListQuery extends createZodDto(contract.directDebitListQuery) {}
class RefundRequest extends createZodDto(contract.refundRequest) {}

const refusals = ['NOT_FOUND', 'DIRECT_DEBIT_DECIDED', 'NOT_CONFIGURED'] as const satisfies ErrorCode[];

@ApiTags('Direct debits')
@Controller('direct-debits')
@Permission('account:own')
export class DirectDebitsController {
  constructor(private readonly debits: DirectDebitsService) {}

  @Get()
  @Operation('The collections from the caller’s account, those due last first')
  @ZodResponse({ status: 200, type: DirectDebitList })
  list(@CurrentContext() context: RequestContext, @Query() query: DirectDebitListQuery) {
    return this.debits.list(context, query);
  }

  @Post(':id/refuse')
  @HttpCode(200)
  @Operation('Refuses a collection of the caller before it is debited', {
    description: 'One that is to come is rejected (MS02), one that is held goes back to its creditor (MD06).',
    errors: [...refusals],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: DirectDebit })
  refuse(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.debits.refuse(context, id);
  }

  @Post(':id/pass')
  @HttpCode(200)
  @Operation('Lets a collection pass that was held as a possible double', {
    errors: [...refusals, 'INSUFFICIENT_FUNDS', 'LIMIT_OF_LEVEL', 'MANDATE_BLOCKED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: DirectDebit })
  pass(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.debits.pass(context, id);
  }

  @Post(':id/refund')
  @HttpCode(200)
  @Operation('Refunds a debit of the caller', {
    description:
      'Within eight weeks without a reason; within thirteen months where there was no mandate (`no_mandate`), which is then blocked.',
    errors: [...refusals, 'DIRECT_DEBIT_NOT_REFUNDABLE', 'REFUND_PERIOD_OVER'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: DirectDebit })
  refund(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: RefundRequest,
  ) {
    return this.debits.refund(context, id, request);
  }
}
