import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import type { Language } from '@bank/contracts/language';
import {
  notificationList,
  notificationListQuery,
  notificationsRead,
  readNotificationsRequest,
} from '@bank/contracts/notifications';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentLanguage } from '../common/language';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { NotificationsService } from './notifications.service';

class IdParameter extends createZodDto(idParameter) {}
class NotificationList extends createZodDto(notificationList) {}
class NotificationListQuery extends createZodDto(notificationListQuery) {}
class NotificationsRead extends createZodDto(notificationsRead) {}
class ReadNotificationsRequest extends createZodDto(readNotificationsRequest) {}

@ApiTags('Notifications')
@Controller('notifications')
@Permission('notifications:own')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Operation('The caller’s newest notifications, at most 100')
  @ZodResponse({ status: 200, type: NotificationList })
  list(
    @CurrentActor() actor: Actor,
    @Query() query: NotificationListQuery,
    @CurrentLanguage() language: Language,
  ) {
    return this.notifications.list(actor, query, language);
  }

  @Post('read')
  @Operation('Marks notifications as read, all of them unless some are named')
  @ZodResponse({ status: 200, type: NotificationsRead })
  read(@CurrentActor() actor: Actor, @Body() request: ReadNotificationsRequest) {
    return this.notifications.read(actor, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Deletes a notification')
  remove(@CurrentActor() actor: Actor, @Param() { id }: IdParameter): Promise<void> {
    return this.notifications.remove(actor, id);
  }
}
