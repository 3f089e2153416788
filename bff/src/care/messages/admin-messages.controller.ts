import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { awaitingApproval } from '@bank/contracts/approvals';
import * as contract from '@bank/contracts/customer-messages';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { MessageApproval } from './message-approval.service';
import { CustomerMessagesService } from './customer-messages.service';

class IdParameter extends createZodDto(idParameter) {}
class AwaitingApproval extends createZodDto(awaitingApproval) {}
class CountMessageRequest extends createZodDto(contract.countMessageRequest) {}
class CustomerMessage extends createZodDto(contract.customerMessage) {}
class CustomerMessageList extends createZodDto(contract.customerMessageList) {}
class CustomerMessageListQuery extends createZodDto(contract.customerMessageListQuery) {}
class MessageCount extends createZodDto(contract.messageCount) {}
class NewMessageRequest extends createZodDto(contract.newMessageRequest) {}

@ApiTags('Administration')
@Controller('admin/messages')
@Permission('messages:manage')
export class AdminMessagesController {
  constructor(private readonly messages: CustomerMessagesService) {}

  @Get()
  @Operation('Messages to customers, newest first, with what arrived of each')
  @ZodResponse({ status: 200, type: CustomerMessageList })
  list(@Query() query: CustomerMessageListQuery) {
    return this.messages.list(query);
  }

  @Get(':id')
  @Operation('One message to customers')
  @ZodResponse({ status: 200, type: CustomerMessage })
  one(@Param() { id }: IdParameter) {
    return this.messages.one(id);
  }

  @Post('count')
  @HttpCode(200)
  @Operation('How many customers a message would go to now')
  @ZodResponse({ status: 200, type: MessageCount })
  count(@Body() request: CountMessageRequest) {
    return this.messages.count(request);
  }

  @Post()
  @NeedsApproval(MessageApproval)
  @HttpCode(202)
  @Operation('Writes a message to customers, which another administrator has to approve', {
    errors: ['NOT_CONFIGURED'],
    idempotent: true,
  })
  @ZodResponse({ status: 202, type: AwaitingApproval })
  submit(@CurrentContext() context: RequestContext, @Body() request: NewMessageRequest) {
    return this.messages.submit(request, context);
  }

  @Post(':id/stop')
  @HttpCode(200)
  @Operation('Stops sending a message; those who have it keep it', {
    errors: ['MESSAGE_NOT_SENDING'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: CustomerMessage })
  stop(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.messages.stop(id, context);
  }
}
