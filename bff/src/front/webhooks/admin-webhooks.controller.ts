import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/partner-servers';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { WebhookAddressApproval } from './webhook-address-approval.service';
import { WebhookAddresses } from './webhook-addresses.service';
import { WebhookLogService } from './webhook-log.service';
import { WebhookSecretApproval } from './webhook-secret-approval.service';

class IdParameter extends createZodDto(idParameter) {}
class WebhookParameters extends createZodDto(contract.webhookParameters) {}
class MessageParameters extends createZodDto(contract.webhookMessageParameters) {}
class PartnerWebhooks extends createZodDto(contract.webhooks) {}
class PartnerWebhookWithSecret extends createZodDto(contract.webhookWithSecret) {}
class PartnerWebhookMessage extends createZodDto(contract.webhookMessage) {}
class PartnerWebhookLog extends createZodDto(contract.webhookLog) {}
class SaveWebhookRequest extends createZodDto(contract.saveWebhookRequest) {}
class WebhookLogQuery extends createZodDto(contract.webhookLogQuery) {}

@ApiTags('Administration')
@Controller('admin/partners/:id/webhooks')
@Permission('partners:manage')
export class AdminWebhooksController {
  constructor(
    private readonly addresses: WebhookAddresses,
    private readonly log: WebhookLogService,
  ) {}

  @Get()
  @Operation('Where a partner’s events go, in each mode')
  @ZodResponse({ status: 200, type: PartnerWebhooks })
  list(@Param() { id }: IdParameter) {
    return this.addresses.list(id);
  }

  @Get('messages')
  @Operation('The events of a partner in the last 30 days, newest first')
  @ZodResponse({ status: 200, type: PartnerWebhookLog })
  messages(@Param() { id }: IdParameter, @Query() query: WebhookLogQuery) {
    return this.log.list(id, query);
  }

  @Post('messages/:messageId/resend')
  @Operation('Sends an event again, under its id', { errors: ['WEBHOOK_WITHOUT_ADDRESS'], idempotent: true })
  @ZodResponse({ status: 200, type: PartnerWebhookMessage })
  resend(@Param() { id, messageId }: MessageParameters, @CurrentContext() context: RequestContext) {
    return this.log.resend(id, messageId, context);
  }

  @Put(':mode')
  @NeedsApproval(WebhookAddressApproval)
  @Operation('Sets where a partner’s events go; the first time the answer has the secret', {
    description: 'A new address needs, five minutes after the sign-in, an approval of the caller.',
    errors: ['PARTNER_CHANGED'],
  })
  @ZodResponse({ status: 200, type: PartnerWebhookWithSecret })
  save(
    @Param() place: WebhookParameters,
    @Body() request: SaveWebhookRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.addresses.save(place, request, context);
  }

  @Post(':mode/secret')
  @NeedsApproval(WebhookSecretApproval)
  @Operation('Replaces the secret; the one of before signs beside it for a day', {
    description: 'Needs, five minutes after the sign-in, an approval of the caller.',
    errors: ['WEBHOOK_WITHOUT_ADDRESS', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    secretAnswer: true,
  })
  @ZodResponse({ status: 201, type: PartnerWebhookWithSecret })
  renewSecret(@Param() place: WebhookParameters, @CurrentContext() context: RequestContext) {
    return this.addresses.renewSecret(place, context);
  }

  @Post(':mode/test')
  @Operation('Sends an event without meaning', { errors: ['WEBHOOK_WITHOUT_ADDRESS'], idempotent: true })
  @ZodResponse({ status: 201, type: PartnerWebhookMessage })
  test(@Param() place: WebhookParameters, @CurrentContext() context: RequestContext) {
    return this.log.test(place, context);
  }
}
