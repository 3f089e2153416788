import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { logExportQuery, logHistoryQuery, logList, logListQuery } from '@bank/contracts/admin';
import { mediaTypes, sendExport } from '../exports/export-file';
import { MakesExport } from '../exports/export-turns.interceptor';
import { Operation } from '../http/operation';
import { Permission } from '../http/permission';
import { CurrentContext, type RequestContext } from '../http/request-context';
import { AuditExportService } from './audit-export.service';
import { AuditLogService } from './audit-log.service';

class LogExportQuery extends createZodDto(logExportQuery) {}
class LogHistoryQuery extends createZodDto(logHistoryQuery) {}
class LogList extends createZodDto(logList) {}
class LogListQuery extends createZodDto(logListQuery) {}

@ApiTags('Administration')
@Controller('admin/logs')
@Permission('logs:read')
export class AuditController {
  constructor(
    private readonly log: AuditLogService,
    private readonly exports: AuditExportService,
  ) {}

  @Get()
  @Operation('The activity log, newest first', {
    description:
      'Messages in the language of `Accept-Language`, without what the bank’s checks found of the reader. Of more than 10 000 lines, `total` is 10 000 and `capped` is true.',
  })
  @ZodResponse({ status: 200, type: LogList })
  list(@Query() query: LogListQuery, @CurrentContext() context: RequestContext) {
    return this.log.list(query, context);
  }

  @Get('history')
  @Operation(
    'What happened to one object: a person, payment, card, case, ticket, release or any other, newest first',
  )
  @ZodResponse({ status: 200, type: LogList })
  history(@Query() query: LogHistoryQuery, @CurrentContext() context: RequestContext) {
    return this.log.history(query, context);
  }

  @Get('export')
  @MakesExport()
  @Operation('The lines of the log that the filters leave, as a file', {
    description:
      'Newest first, headers and messages in the language of `Accept-Language`; at most 100 000 lines.',
    errors: ['EXPORT_TOO_LARGE'],
    produces: [mediaTypes.csv],
  })
  async export(
    @CurrentContext() context: RequestContext,
    @Query() query: LogExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendExport(reply, await this.exports.file(context, query));
  }
}
