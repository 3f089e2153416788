import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/visitor-conversations';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { VisitorConversations } from './visitor-conversations.service';

class VisitorConversationAnswer extends createZodDto(contract.visitorConversationAnswer) {}
class OpenRequest extends createZodDto(contract.openVisitorConversationRequest) {}
class SecretRequest extends createZodDto(contract.visitorConversationRequest) {}
class MessageRequest extends createZodDto(contract.visitorMessageRequest) {}
class AddressRequest extends createZodDto(contract.visitorAddressRequest) {}

/** On the bank's own pages. The secret is in bodies, never in an address, which is why reading is no GET. */
@ApiTags('Support')
@Controller('visitor/conversation')
@Public()
export class VisitorConversationController {
  constructor(private readonly conversations: VisitorConversations) {}

  @Post()
  @Operation('Asks for a person without an account', {
    errors: ['ADDRESS_LIMIT_REACHED', 'CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: VisitorConversationAnswer })
  open(@Body() request: OpenRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.open(request, null, context);
  }

  @Post('read')
  @HttpCode(200)
  @Operation('The conversation of a secret')
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  read(@Body() { secret }: SecretRequest) {
    return this.conversations.read(secret, null);
  }

  @Post('messages')
  @Operation('Writes in the open conversation of a secret', {
    errors: ['CONVERSATION_ENDED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: VisitorConversationAnswer })
  write(@Body() { secret, text }: MessageRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.write(secret, text, null, context);
  }

  @Post('address')
  @HttpCode(200)
  @Operation('Leaves where to answer by e-mail', { errors: ['CONVERSATION_ENDED'], idempotent: true })
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  leaveAddress(@Body() { secret, address }: AddressRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.leaveAddress(secret, address, null, context);
  }

  @Post('end')
  @HttpCode(200)
  @Operation('Ends the conversation of a secret', { errors: ['CONVERSATION_ENDED'], idempotent: true })
  @ZodResponse({ status: 200, type: VisitorConversationAnswer })
  end(@Body() { secret }: SecretRequest, @CurrentContext() context: RequestContext) {
    return this.conversations.end(secret, null, context);
  }
}
