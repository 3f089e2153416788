import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { logList, logListQuery } from '@bank/contracts/admin';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { AuditLogService } from './audit-log.service';

class LogList extends createZodDto(logList) {}
class LogListQuery extends createZodDto(logListQuery) {}

@ApiTags('Administration')
@Controller('admin/logs')
@Permission('logs:read')
export class AuditController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Operation('The activity log, newest first')
  @ZodResponse({ status: 200, type: LogList })
  list(@Query() query: LogListQuery) {
    return this.log.list(query);
  }
}
