import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/credit-files';
import { idParameter } from '@bank/contracts/pagination';
import { NeedsApproval } from '../../platform/http/approval';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CreditFileApproval } from './credit-file-approval.service';
import { CreditFileListService } from './credit-file-list.service';
import { CreditFileUploadsService } from './credit-file-uploads.service';

class CreditFileDetail extends createZodDto(contract.creditFileDetail) {}
class CreditFileList extends createZodDto(contract.creditFileList) {}
class CreditFileQuery extends createZodDto(contract.creditFileQuery) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Payments')
@Controller('admin/credit-files')
@Permission('payments:review')
export class CreditFilesController {
  constructor(
    private readonly files: CreditFileListService,
    private readonly uploads: CreditFileUploadsService,
  ) {}

  @Get()
  @Operation('Files of incoming credits, newest first')
  @ZodResponse({ status: 200, type: CreditFileList })
  list(@Query() query: CreditFileQuery) {
    return this.files.page(query);
  }

  @Post()
  @RouteConfig(acceptsMultipart)
  @Operation('Uploads a file of incoming credits, and answers what it holds; nothing is booked', {
    description: 'One pacs.008.001.08. A faulty file is answered with its errors, and not kept.',
    errors: ['CREDIT_FILE_KNOWN'],
    form: contract.creditFileUpload,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: CreditFileDetail })
  upload(@CurrentContext() context: RequestContext, @Req() request: FastifyRequest) {
    return this.uploads.upload(request, context);
  }

  @Get(':id')
  @Operation('A file of incoming credits, with its first lines and its errors')
  @ZodResponse({ status: 200, type: CreditFileDetail })
  read(@Param() { id }: IdParameter, @CurrentContext() { actor }: RequestContext) {
    return this.files.read(id, actor.userId);
  }

  @Post(':id/submit')
  @NeedsApproval(CreditFileApproval)
  @Operation('Asks for a second administrator, whose approval lets an uploaded file be booked', {
    errors: ['CREDIT_FILE_NOT_WAITING'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: CreditFileDetail })
  submit(@Param() { id }: IdParameter, @CurrentContext() context: RequestContext) {
    return this.uploads.submit(context, id);
  }
}
