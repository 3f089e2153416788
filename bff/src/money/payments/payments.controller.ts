import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import { paymentDecisions } from '@bank/contracts/payment-decisions';
import { paymentCall } from '@bank/contracts/payment-orders';
import * as contract from '@bank/contracts/payments';
import { sliceOutcome } from '@bank/contracts/slices';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { Slices } from '../../platform/http/slices.service';
import { PaymentApproval } from './payment-approval.service';
import { PaymentIntakeService } from './payment-intake.service';
import { PaymentMessagesService } from './payment-messages.service';
import { PaymentReviewService } from './payment-review.service';
import { PaymentsService } from './payments.service';

class IdParameter extends createZodDto(idParameter) {}
class PaymentCall extends createZodDto(paymentCall) {}
class PaymentCreated extends createZodDto(contract.paymentCreated) {}
class PaymentDecided extends createZodDto(contract.paymentDecided) {}
class PaymentDecisions extends createZodDto(paymentDecisions) {}
class PaymentDetail extends createZodDto(contract.paymentDetail) {}
class PaymentList extends createZodDto(contract.paymentList) {}
class PaymentListQuery extends createZodDto(contract.paymentListQuery) {}
class PaymentMessageParameters extends createZodDto(contract.paymentMessageParameters) {}
class PaymentMessageText extends createZodDto(contract.paymentMessageText) {}
class PaymentRejection extends createZodDto(contract.paymentRejection) {}
class PaymentValidation extends createZodDto(contract.paymentValidation) {}
class SliceOutcome extends createZodDto(sliceOutcome) {}

@ApiTags('Payments')
@Controller('paiement')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly intake: PaymentIntakeService,
    private readonly review: PaymentReviewService,
    private readonly messages: PaymentMessagesService,
    private readonly slices: Slices,
  ) {}

  @Get()
  @Permission('payments:review')
  @Operation('The payments of all customers, newest first', {
    description:
      'Of more than 10 000 payments, `total` is 10 000 and `capped` is true; the summary counts all. `search` is the beginning of a reference or of a recipient’s account, or any part of one among the 500 newest; at most 500 are found.',
  })
  @ZodResponse({ status: 200, type: PaymentList })
  list(@Query() query: PaymentListQuery, @CurrentContext() context: RequestContext) {
    return this.payments.list(query, context);
  }

  @Get(':id')
  @Permission('payments:review')
  @Operation('A payment with its risk, its way, its messages and the state of its account')
  @ZodResponse({ status: 200, type: PaymentDetail })
  detail(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.review.detail(context, id);
  }

  @Get(':id/messages/:direction/:message_id')
  @Permission('payments:review')
  @Operation('A message about a payment as it was sent to the clearing house or received from it')
  @ZodResponse({ status: 200, type: PaymentMessageText })
  message(@Param() parameters: PaymentMessageParameters) {
    return this.messages.one(parameters);
  }

  @Post()
  @Permission('account:own')
  @NeedsApproval(PaymentApproval)
  @Operation('Makes a payment to another bank; its amount and fee are reserved until it is sent', {
    description:
      'An international transfer is paid from the account of its currency. Its fee (`GET /api/payments/fee`) is charged as an entry of its own; it is given back with a refused payment, not with one that the other bank returns. Above 30 euros, or 100 together since the last approval, it needs an approval unless the payee is trusted.',
    errors: [
      'NOT_FOUND',
      'RECIPIENT_IN_THIS_BANK',
      'COUNTRY_NOT_SERVED',
      'ACCOUNT_MISSING',
      'AMOUNT_OUT_OF_RANGE',
      'RATE_MISSING',
      'RATE_STALE',
      'TRANSFER_LIMIT_EXCEEDED',
      'LIMIT_OF_LEVEL',
      'INSUFFICIENT_FUNDS',
      'NOT_CONFIGURED',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: PaymentCreated })
  create(@CurrentContext() context: RequestContext, @Body() request: PaymentCall) {
    return this.intake.create(context, request);
  }

  @Post('validate')
  @Permission('payments:review')
  @Operation('Approves a payment', {
    alsoAnswers: { 202: 'The first of two administrators approved a payment above 10 000; it stays pending' },
    errors: [
      'NOT_FOUND',
      'PAYMENT_NOT_PENDING',
      'OWN_PAYMENT',
      'CASE_CHANGED',
      'SECOND_APPROVER_REQUIRED',
      'APPROVER_TOO_NEW',
      'APPROVER_INVOLVED',
      'INVALID_TWO_FACTOR_CODE',
      'TWO_FACTOR_REQUIRED',
      'TOO_MANY_ATTEMPTS',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: PaymentDecided })
  validate(@CurrentContext() context: RequestContext, @Body() order: PaymentValidation) {
    return this.review.validate(context, order);
  }

  @Post('reject')
  @Permission('payments:review')
  @Operation('Refuses a payment and gives its amount back', {
    errors: ['NOT_FOUND', 'PAYMENT_NOT_PENDING'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: PaymentDecided })
  reject(@CurrentContext() context: RequestContext, @Body() order: PaymentRejection) {
    return this.review.reject(context, order);
  }

  @Post('decisions')
  @HttpCode(200)
  @Permission('payments:review')
  @Operation('Approves or refuses several payments, each with its outcome', {
    description: 'Those that need a one-time code or a second administrator are refused here.',
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: SliceOutcome })
  decideEach(
    @CurrentContext() context: RequestContext,
    @Body() { decision, rows }: PaymentDecisions,
    @Req() request: IdentifiedRequest,
  ) {
    return this.slices.each(rows, context, request, ({ id }, one) =>
      this.review.decideOnce(one, id, decision),
    );
  }
}
