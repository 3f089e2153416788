import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { takenList, takenQuery, takeParameters, takeRequest } from '@bank/contracts/work';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { WorkService } from './work.service';

class TakenList extends createZodDto(takenList) {}
class TakenQuery extends createZodDto(takenQuery) {}
class TakeParameters extends createZodDto(takeParameters) {}
class TakeRequest extends createZodDto(takeRequest) {}

/** One pair of routes for each kind of work, since each has its permission. */
@ApiTags('Administration')
@Controller('admin/work')
export class WorkController {
  constructor(private readonly work: WorkService) {}

  @Get('payments')
  @Permission('payments:review')
  @Operation('Who works on which of some payments')
  @ZodResponse({ status: 200, type: TakenList })
  payments(@Query() { ids }: TakenQuery) {
    return this.work.taken('payment', ids);
  }

  @Put('payments/:id')
  @Permission('payments:review')
  @Operation('Takes a payment to work on, or puts it back', { errors: ['WORK_TAKEN'] })
  @ZodResponse({ status: 200, type: TakenList })
  takePayment(
    @Param() { id }: TakeParameters,
    @Body() { taken }: TakeRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.work.set('payment', id, taken, context);
  }

  @Get('kyc')
  @Permission('kyc:review')
  @Operation('Who works on which of some identity files')
  @ZodResponse({ status: 200, type: TakenList })
  submissions(@Query() { ids }: TakenQuery) {
    return this.work.taken('kyc', ids);
  }

  @Put('kyc/:id')
  @Permission('kyc:review')
  @Operation('Takes an identity file to work on, or puts it back', { errors: ['WORK_TAKEN'] })
  @ZodResponse({ status: 200, type: TakenList })
  takeSubmission(
    @Param() { id }: TakeParameters,
    @Body() { taken }: TakeRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.work.set('kyc', id, taken, context);
  }

  @Get('tickets')
  @Permission('tickets:manage')
  @Operation('Who works on which of some messages')
  @ZodResponse({ status: 200, type: TakenList })
  tickets(@Query() { ids }: TakenQuery) {
    return this.work.taken('ticket', ids);
  }

  @Put('tickets/:id')
  @Permission('tickets:manage')
  @Operation('Takes a message to work on, or puts it back', { errors: ['WORK_TAKEN'] })
  @ZodResponse({ status: 200, type: TakenList })
  takeTicket(
    @Param() { id }: TakeParameters,
    @Body() { taken }: TakeRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.work.set('ticket', id, taken, context);
  }
}
