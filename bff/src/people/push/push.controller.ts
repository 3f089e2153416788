import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import {
  currentPush,
  currentPushRequest,
  pushSubscription,
  pushSubscriptionRequest,
  pushSubscriptions,
} from '@bank/contracts/push';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { PushSubscriptionsService } from './push-subscriptions.service';

class IdParameter extends createZodDto(idParameter) {}
class PushSubscriptions extends createZodDto(pushSubscriptions) {}
class PushSubscription extends createZodDto(pushSubscription) {}
class PushSubscriptionRequest extends createZodDto(pushSubscriptionRequest) {}
class CurrentPush extends createZodDto(currentPush) {}
class CurrentPushRequest extends createZodDto(currentPushRequest) {}

@ApiTags('Notifications')
@Controller('push/subscriptions')
@Permission('settings:own')
export class PushController {
  constructor(private readonly subscriptions: PushSubscriptionsService) {}

  @Get()
  @Operation(
    'The browsers that receive the caller’s push notifications, and the key to which a browser binds itself',
  )
  @ZodResponse({ status: 200, type: PushSubscriptions })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.subscriptions.list(actor);
  }

  @Post()
  @Operation('Sends the caller’s push notifications to a browser', {
    idempotent: true,
    description:
      'A Web Push subscription (RFC 8030). It ends with the session that made or used it last, unless that expires by itself. ' +
      'Sent again, it belongs to the session of now; a browser in which somebody else signed in becomes the caller’s.',
    errors: ['PUSH_ENDPOINT_REFUSED', 'LIST_FULL'],
  })
  @ZodResponse({ status: 201, type: PushSubscription })
  add(@CurrentContext() context: RequestContext, @Body() request: PushSubscriptionRequest) {
    return this.subscriptions.add(context, request);
  }

  @Put('current')
  @Operation('Binds a browser that receives the caller’s push notifications to the session of now', {
    description: '`subscribed` is false for a browser that receives none of the caller’s.',
  })
  @ZodResponse({ status: 200, type: CurrentPush })
  async keep(@CurrentContext() { actor }: RequestContext, @Body() { endpoint }: CurrentPushRequest) {
    return { subscribed: await this.subscriptions.bind(actor, endpoint) };
  }

  @Delete()
  @HttpCode(204)
  @Operation('Sends no more push notifications to the browser of an endpoint', { errors: ['NOT_FOUND'] })
  removeByEndpoint(
    @CurrentContext() context: RequestContext,
    @Body() { endpoint }: CurrentPushRequest,
  ): Promise<void> {
    return this.subscriptions.removeByEndpoint(context, endpoint);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Sends no more push notifications to a browser')
  remove(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.subscriptions.remove(context, id);
  }
}
