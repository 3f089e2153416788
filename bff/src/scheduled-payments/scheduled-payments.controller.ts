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
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
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
  list(@CurrentActor() actor: Actor) {
    return this.scheduled.list(actor.userId);
  }

  @Post('user/scheduled_payments')
  @Operation('Orders a debit that repeats', {
    errors: ['NOT_FOUND', 'CARD_BLOCKED', 'CARD_INACTIVE'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: ScheduledPayment })
  create(
    @CurrentActor() actor: Actor,
    @Body() request: CreateScheduledPaymentRequest,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.scheduled.create(actor, request, keyed, call);
  }

  @Delete('user/scheduled_payments/:id')
  @HttpCode(204)
  @Operation('Ends one of the caller’s scheduled debits for good')
  remove(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParameter,
    @CurrentCall() call: Call,
  ): Promise<void> {
    return this.scheduled.remove(actor, id, call);
  }

  @Post('scheduled_payments/activate')
  @Operation('Activates one scheduled debit, or all of a card', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: ScheduledPaymentsSwitched })
  activate(
    @CurrentActor() actor: Actor,
    @Body() which: SwitchScheduledPaymentsRequest,
    @CurrentCall() call: Call,
  ) {
    return this.scheduled.setActive(actor, which, true, call);
  }

  @Post('scheduled_payments/deactivate')
  @Operation('Deactivates one scheduled debit, or all of a card', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: ScheduledPaymentsSwitched })
  deactivate(
    @CurrentActor() actor: Actor,
    @Body() which: SwitchScheduledPaymentsRequest,
    @CurrentCall() call: Call,
  ) {
    return this.scheduled.setActive(actor, which, false, call);
  }
}
