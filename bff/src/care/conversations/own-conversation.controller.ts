import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/conversations';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ConversationsService } from './conversations.service';

class OwnConversation extends createZodDto(contract.ownConversation) {}
class NewestConversation extends createZodDto(contract.newestConversation) {}
class OpenConversationRequest extends createZodDto(contract.openConversationRequest) {}
class ConversationMessageRequest extends createZodDto(contract.conversationMessageRequest) {}

@ApiTags('Support')
@Controller('user/conversation')
@Permission('cases:own')
export class OwnConversationController {
  constructor(private readonly conversations: ConversationsService) {}

  @Get()
  @Operation('The caller’s newest conversation with a person, of the last day')
  @ZodResponse({ status: 200, type: NewestConversation })
  newest(@CurrentContext() { actor }: RequestContext) {
    return this.conversations.newest(actor.userId);
  }

  @Post()
  @Operation('Asks for a person; without anybody available it becomes a message to support at once', {
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: OwnConversation })
  open(@Body() request: OpenConversationRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.open(request, context);
  }

  @Post('messages')
  @Operation('Writes in the open conversation', { errors: ['CONVERSATION_ENDED'], idempotent: true })
  @ZodResponse({ status: 201, type: OwnConversation })
  write(@Body() request: ConversationMessageRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.write(request, context);
  }

  @Post('end')
  @HttpCode(200)
  @Operation('Ends the open conversation', { errors: ['CONVERSATION_ENDED'], idempotent: true })
  @ZodResponse({ status: 200, type: OwnConversation })
  end(@CurrentContext() context: RequestContext) {
    return this.conversations.end(context);
  }
}
