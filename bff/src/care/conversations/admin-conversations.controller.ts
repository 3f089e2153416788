import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/conversations';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Passive, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { PresenceService } from './presence.service';
import { StaffConversationsService } from './staff-conversations.service';

class IdParameter extends createZodDto(idParameter) {}
class ConversationList extends createZodDto(contract.conversationList) {}
class StaffConversation extends createZodDto(contract.staffConversation) {}
class ConversationMessageRequest extends createZodDto(contract.conversationMessageRequest) {}
class CloseConversationRequest extends createZodDto(contract.closeConversationRequest) {}
class Presence extends createZodDto(contract.presenceState) {}
class PresenceRequest extends createZodDto(contract.presenceRequest) {}

@ApiTags('Administration')
@Controller('admin/conversations')
@Permission('tickets:manage')
export class AdminConversationsController {
  constructor(
    private readonly conversations: StaffConversationsService,
    private readonly presence: PresenceService,
  ) {}

  @Get()
  @Operation('The open conversations, those that wait longest first')
  @ZodResponse({ status: 200, type: ConversationList })
  list(@CurrentContext() context: RequestContext) {
    return this.conversations.list(context);
  }

  @Put('presence')
  @Passive()
  @Operation('Records that the caller is available, every few seconds, or is leaving')
  @ZodResponse({ status: 200, type: Presence })
  setPresence(@Body() { available }: PresenceRequest, @CurrentContext() context: RequestContext) {
    return this.presence.set(available, context);
  }

  @Get(':id')
  @Operation('One conversation with what was said before')
  @ZodResponse({ status: 200, type: StaffConversation })
  one(@Param() { id }: IdParameter) {
    return this.conversations.one(id);
  }

  @Post(':id/take')
  @HttpCode(200)
  @Operation('Takes a waiting conversation', {
    errors: ['CONVERSATION_ENDED', 'WORK_TAKEN'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffConversation })
  take(@Param() { id }: IdParameter, @CurrentContext() context: RequestContext) {
    return this.conversations.take(id, context);
  }

  @Post(':id/messages')
  @Operation('Writes in a conversation', { errors: ['CONVERSATION_ENDED', 'WORK_TAKEN'], idempotent: true })
  @ZodResponse({ status: 201, type: StaffConversation })
  answer(
    @Param() { id }: IdParameter,
    @Body() request: ConversationMessageRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.conversations.answer(id, request, context);
  }

  @Post(':id/close')
  @HttpCode(200)
  @Operation('Ends a conversation, done or as a message to support', {
    errors: ['CONVERSATION_ENDED', 'WORK_TAKEN'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffConversation })
  close(
    @Param() { id }: IdParameter,
    @Body() request: CloseConversationRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.conversations.close(id, request, context);
  }
}
