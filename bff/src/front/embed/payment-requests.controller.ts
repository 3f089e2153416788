import { Controller, Delete, Get, HttpCode, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { forgottenPaymentRequest, waitingPaymentRequest } from '@bank/contracts/payment-requests';
import { Config } from '../../platform/config/config';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { paymentRequestCookie, PaymentRequests } from './payment-requests.service';

class WaitingPaymentRequest extends createZodDto(waitingPaymentRequest) {}
class ForgottenPaymentRequest extends createZodDto(forgottenPaymentRequest) {}

const description =
  'It is in a cookie of this browser, which it got by the payment button on the page. Paying is a transfer as any other.';

@ApiTags('Payments')
@Controller('payment-request')
@Permission('account:own')
export class PaymentRequestsController {
  constructor(
    private readonly requests: PaymentRequests,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation('What a partner’s page asks this person to pay, if anything', { description })
  @ZodResponse({ status: 200, type: WaitingPaymentRequest })
  async waiting(@Req() request: FastifyRequest) {
    return { request: await this.requests.of(request) };
  }

  @Delete()
  @HttpCode(204)
  @Operation('Forgets what the page asked for', {
    description: `${description} One that ends at another moment than \`expires_at\` stays: another tab brought it.`,
  })
  async forget(
    @Query() { expires_at: expiresAt }: ForgottenPaymentRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const waiting = await this.requests.of(request);
    if (waiting && expiresAt !== undefined && waiting.expires_at !== expiresAt) return;
    void reply.header('Set-Cookie', paymentRequestCookie('', this.config));
  }
}
