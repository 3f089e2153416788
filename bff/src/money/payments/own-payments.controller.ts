import { Controller, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/payments';
import { AwaitingInterceptor } from '../../platform/http/awaiting.interceptor';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { OwnPaymentsService } from './own-payments.service';

class IdParameter extends createZodDto(idParameter) {}
class OwnPayment extends createZodDto(contract.ownPayment) {}

/** A payment that is not cancelled is recalled (the bank and the world, section 3). */
const recalled = new AwaitingInterceptor<contract.OwnPayment>(({ stage }) => stage !== 'cancelled');

@ApiTags('Payments')
@Controller('user/payments')
export class OwnPaymentsController {
  constructor(private readonly payments: OwnPaymentsService) {}

  @Get(':id')
  @Permission('account:own')
  @Operation('The caller’s own payment with its stages and times, and why it is held or refused', {
    errors: ['NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: OwnPayment })
  one(@CurrentContext() { actor, language }: RequestContext, @Param() { id }: IdParameter) {
    return this.payments.explained(actor.userId, id, language);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @UseInterceptors(recalled)
  @Permission('account:own')
  @Operation('Cancels the caller’s payment, or asks for its money back when it was sent', {
    alsoAnswers: { 202: 'The payment was sent: its money is asked for back' },
    errors: ['NOT_FOUND', 'PAYMENT_NOT_CANCELLABLE', 'NOT_CONFIGURED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: OwnPayment })
  cancel(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.payments.cancel(context, id);
  }
}
