import { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { dataExport, dataExportList } from '@bank/contracts/data-exports';
import { idParameter } from '@bank/contracts/pagination';
import { MakesExport } from '../../platform/exports/export-turns.interceptor';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { privacyTexts } from '../retention/privacy-texts';
import { DataExportApproval } from './data-export-approval.service';
import { DataExportsService } from './data-exports.service';
import { DataFilesService } from './data-files.service';

class DataExport extends createZodDto(dataExport) {}
class DataExportList extends createZodDto(dataExportList) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Settings')
@Controller('settings/data-exports')
@Permission('settings:own')
export class DataExportController {
  constructor(
    private readonly exports: DataExportsService,
    private readonly files: DataFilesService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation('The exports of all the caller’s data, newest first')
  @ZodResponse({ status: 200, type: DataExportList })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.exports.list(actor);
  }

  @Post()
  @NeedsApproval(DataExportApproval)
  @Operation('Grants an export of all the caller’s data, which this session may download for an hour', {
    description: 'Three within 24 hours.',
    errors: ['DATA_EXPORT_LIMIT'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: DataExport })
  request(@CurrentContext() context: RequestContext) {
    return this.exports.request(context);
  }

  @Get(':id/file')
  @MakesExport()
  @Operation(
    'All the caller’s data as a ZIP file: JSON files, the documents they sent, and a summary as PDF',
    {
      description: 'Written while it is sent: a download that breaks has no directory, and is repeated.',
      errors: ['NOT_FOUND', 'DATA_EXPORT_OVER'],
      produces: ['application/zip'],
    },
  )
  async file(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { actor, language } = context;
    const isDownload = method !== 'HEAD';
    await (isDownload ? this.exports.begin(actor, id) : this.exports.check(actor, id));
    const name = `${privacyTexts(language)('file_name')}-${parisDay(this.clock.now())}.zip`;
    const content = isDownload
      ? this.files.archive({ ...actor, language }, () => this.exports.complete(context, id))
      : Readable.from([]);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await reply.send(content);
  }
}
