import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import type { ErrorCode } from '@bank/contracts/errors';
import * as contract from '@bank/contracts/visitor-conversations';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { FrameVisitors } from '../../platform/security/frame-visitors';
import { VisitorConversations } from './visitor-conversations.service';

class VisitorConversationAnswer extends createZodDto(contract.visitorConversationAnswer) {}
class OpenFrameRequest extends createZodDto(contract.openFrameConversationRequest) {}
class FrameSecretRequest extends createZodDto(contract.frameConversationRequest) {}
class FrameMessageRequest extends createZodDto(contract.frameMessageRequest) {}
class FrameAddressRequest extends createZodDto(contract.frameAddressRequest) {}

/** With a key of the test mode the assistant answers, and nobody is there: no conversation is kept, nor read. */
const nothing = { conversation: null };

const refused: ErrorCode[] = ['FORBIDDEN', 'PARTNER_UNKNOWN'];

/** In the assistant's frame on partners' pages, at its origin. A secret works only with the partner where it began. */
@ApiTags('Widgets')
@Controller('embed/conversation')
@Public()
export class FrameConversationController {
  constructor(
    private readonly conversations: VisitorConversations,
    private readonly visitors: FrameVisitors,
  ) {}

  @Post()
  @Operation('Asks for a person on a partner’s page', {
    errors: [...refused, 'FRAME_TOKEN_INVALID', 'ADDRESS_LIMIT_REACHED', 'CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: VisitorConversationAnswer })
  async open(
    @Body() { partner: key, token, ...request }: OpenFrameRequest,
    @Req() http: FastifyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    const { partner, spend } = await this.visitors.admit(http, { partner: key, token });
    if (partner.isTest) return nothing;
    return this.conversations.open(request, partner, context, spend);
  }

  @Post('read')
  @HttpCode(200)
  @Operation('The conversation of a secret', { errors: refused })
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  async read(@Body() { partner, secret }: FrameSecretRequest, @Req() http: FastifyRequest) {
    const place = await this.visitors.partnerOf(http, partner);
    return place.isTest ? nothing : this.conversations.read(secret, place);
  }

  @Post('messages')
  @Operation('Writes in the open conversation of a secret', {
    errors: [...refused, 'CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: VisitorConversationAnswer })
  async write(
    @Body() { partner, secret, text }: FrameMessageRequest,
    @Req() http: FastifyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    const place = await this.visitors.partnerOf(http, partner);
    return place.isTest ? nothing : this.conversations.write(secret, text, place, context);
  }

  @Post('address')
  @HttpCode(200)
  @Operation('Leaves where to answer by e-mail', {
    errors: [...refused, 'CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  async leaveAddress(
    @Body() { partner, secret, address }: FrameAddressRequest,
    @Req() http: FastifyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    const place = await this.visitors.partnerOf(http, partner);
    return place.isTest ? nothing : this.conversations.leaveAddress(secret, address, place, context);
  }

  @Post('end')
  @HttpCode(200)
  @Operation('Ends the conversation of a secret', {
    errors: [...refused, 'CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  async end(
    @Body() { partner, secret }: FrameSecretRequest,
    @Req() http: FastifyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    const place = await this.visitors.partnerOf(http, partner);
    return place.isTest ? nothing : this.conversations.end(secret, place, context);
  }
}
