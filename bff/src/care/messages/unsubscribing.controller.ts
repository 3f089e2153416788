import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { unsubscribed, unsubscribeRequest } from '@bank/contracts/customer-messages';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { Unsubscribing } from './unsubscribing.service';

class Unsubscribed extends createZodDto(unsubscribed) {}
class UnsubscribeRequest extends createZodDto(unsubscribeRequest) {}

@ApiTags('Notifications')
@Public()
@Controller('messages')
export class UnsubscribingController {
  constructor(private readonly unsubscribing: Unsubscribing) {}

  @Post('unsubscribe')
  @HttpCode(200)
  @Operation('Ends marketing messages to the person of a link', {
    description: 'Mail programs post to the link itself, `/unsubscribe?token=…` (RFC 8058).',
    errors: ['UNSUBSCRIBE_INVALID'],
  })
  @ZodResponse({ status: 200, type: Unsubscribed })
  unsubscribe(@Body() { token }: UnsubscribeRequest) {
    return this.unsubscribing.unsubscribe(token);
  }
}
