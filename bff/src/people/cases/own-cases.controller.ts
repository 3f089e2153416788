import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/cases';
import { idParameter } from '@bank/contracts/pagination';
import { sendDocument } from '../../platform/documents/send-document';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CaseFiles } from './case-files.service';
import { CaseForms } from './case-forms.service';
import { OwnCasesService } from './own-cases.service';

class IdParameter extends createZodDto(idParameter) {}
class CaseFileParameters extends createZodDto(contract.caseFileParameters) {}
class OwnCase extends createZodDto(contract.ownCase) {}
class OwnCaseList extends createZodDto(contract.ownCaseList) {}
class OwnCaseListQuery extends createZodDto(contract.ownCaseListQuery) {}

@ApiTags('Cases')
@Controller('user/cases')
@Permission('cases:own')
export class OwnCasesController {
  constructor(
    private readonly cases: OwnCasesService,
    private readonly files: CaseFiles,
    private readonly forms: CaseForms,
  ) {}

  @Get()
  @Operation('The caller’s cases, newest first')
  @ZodResponse({ status: 200, type: OwnCaseList })
  list(@CurrentContext() context: RequestContext, @Query() query: OwnCaseListQuery) {
    return this.cases.list(context, query);
  }

  @Get(':id')
  @Operation('One of the caller’s cases with its timeline')
  @ZodResponse({ status: 200, type: OwnCase })
  one(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.cases.one(context, id);
  }

  @Post(':id/messages')
  @RouteConfig(acceptsMultipart)
  @Operation('Writes in a case of the caller’s, with files: PDF, JPEG or PNG, at most 10 MB each', {
    errors: ['CASE_DECIDED', 'CASE_MESSAGES', 'DOCUMENT_TYPE_REFUSED', 'DOCUMENT_UNREADABLE'],
    form: contract.ownMessageUpload,
    jsonBody: contract.ownMessageForm,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: OwnCase })
  write(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Req() request: IdentifiedRequest,
  ) {
    return this.cases.write(context, id, () => this.forms.receive(request, contract.ownMessageForm));
  }

  @Get(':id/files/:file')
  @Operation('A file of a case of the caller’s', { produces: ['application/pdf', 'image/jpeg', 'image/png'] })
  async file(
    @CurrentContext() context: RequestContext,
    @Param() { id, file }: CaseFileParameters,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.files.own(context, id, file);
    await sendDocument(reply, head, content);
  }
}
