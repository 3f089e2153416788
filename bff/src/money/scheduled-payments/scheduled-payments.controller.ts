import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import {
  createScheduledPaymentRequest,
  scheduledPayment,
  scheduledPaymentList,
  scheduledPaymentsSwitched,
  switchScheduledPaymentsRequest,
} from '@bank/contracts/scheduled-payments';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { ScheduledPaymentsService } from './scheduled-payments.service';

class CreateScheduledPaymentRequest extends createZodDto(createScheduledPaymentRequest) {}
class IdParameter extends createZodDto(idParameter) {}
class ScheduledPayment extends createZodDto(scheduledPayment) {}
class ScheduledPaymentList extends createZodDto(scheduledPaymentList) {}
class ScheduledPaymentsSwitched extends createZodDto(scheduledPaymentsSwitched) {}
class SwitchScheduledPaymentsRequest extends createZodDto(switchScheduledPaymentsRequest) {}

@ApiTags('Scheduled debits')
@Controller()
@Permission('cards:own')
export class ScheduledPaymentsController {
  constructor(private readonly scheduled: ScheduledPaymentsService) {}

  @Get('user/scheduled_payments')
  @Operation('The caller’s scheduled debits')
  @ZodResponse({ status: 200, type: ScheduledPaymentList })
  list(@CurrentContext() context: RequestContext) {
    return this.scheduled.list(context.actor.userId);
  }

  @Post('user/scheduled_payments')
  @Operation('Orders a debit that repeats', {
    errors: ['NOT_FOUND', 'CARD_BLOCKED', 'CARD_INACTIVE', 'LIST_FULL'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: ScheduledPayment })
  create(@CurrentContext() context: RequestContext, @Body() request: CreateScheduledPaymentRequest) {
    return this.scheduled.create(context, request);
  }

  @Delete('user/scheduled_payments/:id')
  @HttpCode(204)
  @Operation('Ends one of the caller’s scheduled debits for good')
  remove(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.scheduled.remove(context, id);
  }

  @Post('scheduled_payments/activate')
  @Operation('Activates one scheduled debit, or all of a card', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: ScheduledPaymentsSwitched })
  activate(@CurrentContext() context: RequestContext, @Body() request: SwitchScheduledPaymentsRequest) {
    return this.scheduled.setActive(context, request, true);
  }

  @Post('scheduled_payments/deactivate')
  @Operation('Deactivates one scheduled debit, or all of a card', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: ScheduledPaymentsSwitched })
  deactivate(@CurrentContext() context: RequestContext, @Body() request: SwitchScheduledPaymentsRequest) {
    return this.scheduled.setActive(context, request, false);
  }
}
