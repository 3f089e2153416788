import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { report, reportExportQuery, reportQuery } from '@bank/contracts/reports';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { mediaTypes, sendExport } from '../../platform/exports/export-file';
import { MakesExport } from '../../platform/exports/export-turns.interceptor';
import { ReportExportService } from './report-export.service';
import { ReportsService } from './reports.service';

class Report extends createZodDto(report) {}
class ReportExportQuery extends createZodDto(reportExportQuery) {}
class ReportQuery extends createZodDto(reportQuery) {}

@ApiTags('Administration')
@Controller('admin/reports')
@Permission('reports:read')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly exports: ReportExportService,
  ) {}

  @Get()
  @Operation('What the bank did over a period', {
    description: 'Days of Paris, both included; by default the last 30, at most 366.',
  })
  @ZodResponse({ status: 200, type: Report })
  report(@Query() query: ReportQuery) {
    return this.reports.report(query);
  }

  @Get('export')
  @MakesExport()
  @Operation('The same as a file, in the language of `Accept-Language`', {
    produces: Object.values(mediaTypes),
  })
  async export(
    @CurrentContext() { language }: RequestContext,
    @Query() query: ReportExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendExport(reply, await this.exports.file(query, language));
  }
}
