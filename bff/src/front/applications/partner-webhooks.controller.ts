import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/partner-servers';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { WebhookAddresses } from '../webhooks/webhook-addresses.service';
import type { ServerCall } from '../webhooks/webhook-author';
import { WebhookLogService } from '../webhooks/webhook-log.service';
import { CurrentPartner, ForPartners, NeedsScope } from './partner.guard';
import type { PartnerServer } from './secret-keys.service';

class PartnerWebhook extends createZodDto(contract.webhook) {}
class PartnerWebhookWithSecret extends createZodDto(contract.webhookWithSecret) {}
class PartnerWebhookMessage extends createZodDto(contract.webhookMessage) {}
class PartnerWebhookLog extends createZodDto(contract.webhookLog) {}
class SaveWebhookRequest extends createZodDto(contract.saveWebhookRequest) {}
class WebhookLogQuery extends createZodDto(contract.webhookLogQuery) {}
class MessageParameter extends createZodDto(contract.webhookMessageParameters.pick({ messageId: true })) {}

const reads = 'For partners’ servers, by a secret key of the scope `webhooks:read`; of the key’s mode only.';
const writes =
  'For partners’ servers, by a secret key of the scope `webhooks:write`; of the key’s mode only.';

/** A repeated call is known by the partner and the mode, whichever of its servers and keys sends it. */
const callOf = (
  { hint, partnerId, mode }: PartnerServer,
  { requestId, idempotency }: ContextOfCall,
): ServerCall => ({
  key: hint,
  requestId,
  idempotency: { ...idempotency, client: `partner:${partnerId} ${mode}` },
});
type ContextOfCall = Pick<RequestContext, 'requestId' | 'idempotency'>;

@ApiTags('Partners')
@Controller('partner/webhooks')
@ForPartners('webhooks:read')
export class PartnerWebhooksController {
  constructor(
    private readonly addresses: WebhookAddresses,
    private readonly log: WebhookLogService,
  ) {}

  @Get()
  @Operation('Where the partner’s events go', { description: reads, errors: ['SCOPE_MISSING'] })
  @ZodResponse({ status: 200, type: PartnerWebhook })
  one(@CurrentPartner() { partnerId: id, mode }: PartnerServer) {
    return this.addresses.one({ id, mode });
  }

  @Get('messages')
  @Operation('The partner’s events of the last 30 days, newest first', {
    description: reads,
    errors: ['SCOPE_MISSING'],
  })
  @ZodResponse({ status: 200, type: PartnerWebhookLog })
  messages(@Query() query: WebhookLogQuery, @CurrentPartner() { partnerId, mode }: PartnerServer) {
    return this.log.list(partnerId, query, mode);
  }

  @Put()
  @NeedsScope('webhooks:write')
  @Operation('Sets where the partner’s events go; the first time the answer has the secret', {
    description: writes,
    errors: ['SCOPE_MISSING', 'PARTNER_CHANGED'],
  })
  @ZodResponse({ status: 200, type: PartnerWebhookWithSecret })
  save(
    @Body() request: SaveWebhookRequest,
    @CurrentPartner() server: PartnerServer,
    @CurrentContext() context: RequestContext,
  ) {
    const { partnerId: id, mode } = server;
    return this.addresses.save({ id, mode }, request, callOf(server, context));
  }

  @Post('secret')
  @NeedsScope('webhooks:write')
  @Operation('Replaces the secret; the one of before signs beside it for a day', {
    description: `${writes} Also where the answer with the first secret was lost.`,
    errors: ['SCOPE_MISSING', 'WEBHOOK_WITHOUT_ADDRESS'],
    idempotent: true,
    secretAnswer: true,
  })
  @ZodResponse({ status: 201, type: PartnerWebhookWithSecret })
  renewSecret(@CurrentPartner() server: PartnerServer, @CurrentContext() context: RequestContext) {
    const { partnerId: id, mode } = server;
    return this.addresses.renewSecret({ id, mode }, callOf(server, context));
  }

  @Post('test')
  @NeedsScope('webhooks:write')
  @Operation('Sends an event without meaning', {
    description: writes,
    idempotent: true,
    errors: ['SCOPE_MISSING', 'WEBHOOK_WITHOUT_ADDRESS'],
  })
  @ZodResponse({ status: 201, type: PartnerWebhookMessage })
  test(@CurrentPartner() server: PartnerServer, @CurrentContext() context: RequestContext) {
    const { partnerId: id, mode } = server;
    return this.log.test({ id, mode }, callOf(server, context));
  }

  @Post('messages/:messageId/resend')
  @NeedsScope('webhooks:write')
  @Operation('Sends an event again, under its id', {
    description: writes,
    idempotent: true,
    errors: ['SCOPE_MISSING', 'WEBHOOK_WITHOUT_ADDRESS'],
  })
  @ZodResponse({ status: 200, type: PartnerWebhookMessage })
  resend(
    @Param() { messageId }: MessageParameter,
    @CurrentPartner() server: PartnerServer,
    @CurrentContext() context: RequestContext,
  ) {
    return this.log.resend(server.partnerId, messageId, callOf(server, context), server.mode);
  }
}
