import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import type { ErrorCode } from '@bank/contracts/errors';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/standing-orders';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { StandingOrderApproval } from './standing-order-approval.service';
import { StandingOrdersService } from './standing-orders.service';

class IdParameter extends createZodDto(idParameter) {}
class StandingOrder extends createZodDto(contract.standingOrder) {}
class StandingOrderList extends createZodDto(contract.standingOrderList) {}
class StandingOrderRequest extends createZodDto(contract.standingOrderRequest) {}

const refusals = [
  'NOT_FOUND',
  'RECIPIENT_NOT_FOUND',
  'TRANSFER_TO_SELF',
  'PAYEE_LIMIT_REACHED',
  'NOT_CONFIGURED',
  'LIST_FULL',
] as const satisfies ErrorCode[];

@ApiTags('Standing orders')
@Controller('standing-orders')
@Permission('account:own')
export class StandingOrdersController {
  constructor(private readonly orders: StandingOrdersService) {}

  @Get()
  @Operation('The caller’s standing orders, the next to run first')
  @ZodResponse({ status: 200, type: StandingOrderList })
  list(@CurrentContext() { actor, language }: RequestContext) {
    return this.orders.list(actor.userId, language);
  }

  @Post()
  @NeedsApproval(StandingOrderApproval)
  @Operation('Orders a transfer or payment that repeats', {
    description:
      'To a beneficiary or to a customer. An occurrence that fails is attempted twice more, later the same day and the next morning, ' +
      'then skipped, and the customer notified.',
    errors: [...refusals],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: StandingOrder })
  create(@CurrentContext() context: RequestContext, @Body() request: StandingOrderRequest) {
    return this.orders.create(context, request);
  }

  @Put(':id')
  @NeedsApproval(StandingOrderApproval)
  @Operation('Replaces a standing order of the caller from its next occurrence on', {
    errors: [...refusals],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StandingOrder })
  change(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: StandingOrderRequest,
  ) {
    return this.orders.change(context, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Stops a standing order of the caller for good', { errors: ['NOT_FOUND'] })
  stop(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.orders.stop(context, id);
  }
}
