import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  notificationList,
  notificationListQuery,
  notificationsRead,
  readNotificationsRequest,
  undoReadRequest,
} from '@bank/contracts/notifications';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NotificationsService } from './notifications.service';

class IdParameter extends createZodDto(idParameter) {}
class NotificationList extends createZodDto(notificationList) {}
class NotificationListQuery extends createZodDto(notificationListQuery) {}
class NotificationsRead extends createZodDto(notificationsRead) {}
class ReadNotificationsRequest extends createZodDto(readNotificationsRequest) {}
class UndoReadRequest extends createZodDto(undoReadRequest) {}

@ApiTags('Notifications')
@Controller('notifications')
@Permission('notifications:own')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Operation('The caller’s newest notifications, at most 100')
  @ZodResponse({ status: 200, type: NotificationList })
  list(@CurrentContext() context: RequestContext, @Query() query: NotificationListQuery) {
    return this.notifications.list(context, query);
  }

  @Post('read')
  @Operation('Marks notifications as read, all of them unless some are named')
  @ZodResponse({ status: 200, type: NotificationsRead })
  read(@CurrentContext() { actor }: RequestContext, @Body() request: ReadNotificationsRequest) {
    return this.notifications.read(actor, request);
  }

  @Post('read/undo')
  @HttpCode(200)
  @Operation('Takes a marking as read back within a minute, the newest unless one is named')
  @ZodResponse({ status: 200, type: NotificationsRead })
  unread(@CurrentContext() { actor }: RequestContext, @Body() request: UndoReadRequest) {
    return this.notifications.unread(actor, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Deletes a notification')
  remove(@CurrentContext() { actor }: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.notifications.remove(actor, id);
  }
}
