import { Body, Controller, Get, Param, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { sliceOutcome } from '@bank/contracts/slices';
import {
  takenList,
  takenQuery,
  takeParameters,
  takeRequest,
  takeSlice,
  type WorkKind,
} from '@bank/contracts/work';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Slices } from '../../platform/http/slices.service';
import { WorkService } from './work.service';

class TakenList extends createZodDto(takenList) {}
class TakenQuery extends createZodDto(takenQuery) {}
class TakeParameters extends createZodDto(takeParameters) {}
class TakeRequest extends createZodDto(takeRequest) {}
class TakeSlice extends createZodDto(takeSlice) {}
class SliceOutcome extends createZodDto(sliceOutcome) {}

/** The same routes for each kind of work, since each has its permission. */
@ApiTags('Administration')
@Controller('admin/work')
export class WorkController {
  constructor(
    private readonly work: WorkService,
    private readonly slices: Slices,
  ) {}

  @Get('payments')
  @Permission('payments:review')
  @Operation('Who works on which of some payments')
  @ZodResponse({ status: 200, type: TakenList })
  payments(@Query() { ids }: TakenQuery) {
    return this.work.taken('payment', ids);
  }

  @Put('payments')
  @Permission('payments:review')
  @Operation('Takes several payments, or puts them back, each with its outcome', { idempotent: true })
  @ZodResponse({ status: 200, type: SliceOutcome })
  takePayments(
    @Body() body: TakeSlice,
    @CurrentContext() context: RequestContext,
    @Req() request: IdentifiedRequest,
  ) {
    return this.takeEach('payment', body, context, request);
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

  @Put('kyc')
  @Permission('kyc:review')
  @Operation('Takes several identity files, or puts them back, each with its outcome', { idempotent: true })
  @ZodResponse({ status: 200, type: SliceOutcome })
  takeSubmissions(
    @Body() body: TakeSlice,
    @CurrentContext() context: RequestContext,
    @Req() request: IdentifiedRequest,
  ) {
    return this.takeEach('kyc', body, context, request);
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

  @Put('tickets')
  @Permission('tickets:manage')
  @Operation('Takes several messages, or puts them back, each with its outcome', { idempotent: true })
  @ZodResponse({ status: 200, type: SliceOutcome })
  takeTickets(
    @Body() body: TakeSlice,
    @CurrentContext() context: RequestContext,
    @Req() request: IdentifiedRequest,
  ) {
    return this.takeEach('ticket', body, context, request);
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

  private takeEach(
    kind: WorkKind,
    { rows, taken }: TakeSlice,
    context: RequestContext,
    request: IdentifiedRequest,
  ): Promise<SliceOutcome> {
    return this.slices.each(rows, context, request, ({ id }, one) => this.work.setOnce(kind, id, taken, one));
  }
}
