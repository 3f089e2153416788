import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/cases';
import { idParameter } from '@bank/contracts/pagination';
import { sliceOutcome } from '@bank/contracts/slices';
import { sendDocument } from '../../platform/documents/send-document';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Slices } from '../../platform/http/slices.service';
import { CaseFiles } from './case-files.service';
import { CaseForms } from './case-forms.service';
import { CaseNotesService } from './case-notes.service';
import { CaseWorkService } from './case-work.service';
import { StaffCasesService } from './staff-cases.service';

class IdParameter extends createZodDto(idParameter) {}
class CaseFileParameters extends createZodDto(contract.caseFileParameters) {}
class CaseList extends createZodDto(contract.caseList) {}
class CaseListQuery extends createZodDto(contract.caseListQuery) {}
class StaffCase extends createZodDto(contract.staffCase) {}
class CaseAssigneeRequest extends createZodDto(contract.caseAssigneeRequest) {}
class CaseAssigneeSlice extends createZodDto(contract.caseAssigneeSlice) {}
class SliceOutcome extends createZodDto(sliceOutcome) {}
class CaseMessageRequest extends createZodDto(contract.caseMessageRequest) {}
class CaseDecisionRequest extends createZodDto(contract.caseDecisionRequest) {}

@ApiTags('Administration')
@Controller('admin/cases')
@Permission('cases:manage')
export class AdminCasesController {
  constructor(
    private readonly cases: StaffCasesService,
    private readonly workOn: CaseWorkService,
    private readonly notes: CaseNotesService,
    private readonly files: CaseFiles,
    private readonly forms: CaseForms,
    private readonly slices: Slices,
  ) {}

  @Get()
  @Operation('The queue of cases, those due soonest first')
  @ZodResponse({ status: 200, type: CaseList })
  list(@CurrentContext() context: RequestContext, @Query() query: CaseListQuery) {
    return this.cases.list(context, query);
  }

  @Get(':id')
  @Operation('One case with its timeline, notes, files and links', { errors: ['OWN_CASE'] })
  @ZodResponse({ status: 200, type: StaffCase })
  one(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.cases.one(context, id);
  }

  @Put('assignee')
  @Operation('Takes several cases, or puts them back, each with its outcome', { idempotent: true })
  @ZodResponse({ status: 200, type: SliceOutcome })
  assignEach(
    @CurrentContext() context: RequestContext,
    @Body() { assignee, rows }: CaseAssigneeSlice,
    @Req() request: IdentifiedRequest,
  ) {
    return this.slices.each(rows, context, request, ({ id, version }, one) =>
      this.workOn.assignOwn(id, { assignee, version }, one),
    );
  }

  @Put(':id/assignee')
  @Operation('Takes a case, or puts it back', {
    errors: ['OWN_CASE', 'CASE_CHANGED', 'CASE_DECIDED', 'CASE_TAKEN'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffCase })
  assign(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CaseAssigneeRequest,
  ) {
    return this.workOn.assign(id, request, context);
  }

  @Post(':id/notes')
  @RouteConfig(acceptsMultipart)
  @Operation('Notes something for colleagues, with files: PDF, JPEG or PNG, at most 10 MB each', {
    errors: ['OWN_CASE', 'DOCUMENT_TYPE_REFUSED', 'DOCUMENT_UNREADABLE'],
    form: contract.caseNoteUpload,
    jsonBody: contract.caseNoteRequest,
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: StaffCase })
  note(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Req() request: IdentifiedRequest,
  ) {
    return this.notes.note(context, id, () => this.forms.receive(request, contract.caseNoteRequest));
  }

  @Post(':id/messages')
  @Operation('Writes to the customer; with `asks`, the case waits for the answer', {
    errors: ['OWN_CASE', 'CASE_DECIDED', 'CASE_TAKEN', 'CASE_INTERNAL'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: StaffCase })
  message(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CaseMessageRequest,
  ) {
    return this.workOn.message(id, request, context);
  }

  @Post(':id/decision')
  @Permission('cases:decide')
  @HttpCode(200)
  @Operation('Decides a case on the version that was read', {
    description:
      'Accepting a dispute of a card purchase asks the card network for a chargeback, by which the money comes.',
    errors: [
      'OWN_CASE',
      'CASE_CHANGED',
      'CASE_DECIDED',
      'CASE_TAKEN',
      'CASE_NOT_ACCEPTABLE',
      'CASE_ELSEWHERE',
      'NOT_CONFIGURED',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffCase })
  decide(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CaseDecisionRequest,
  ) {
    return this.workOn.decide(id, request, context);
  }

  @Get(':id/files/:file')
  @Operation('A file of a case', {
    errors: ['OWN_CASE'],
    produces: ['application/pdf', 'image/jpeg', 'image/png'],
  })
  async file(
    @CurrentContext() context: RequestContext,
    @Param() { id, file }: CaseFileParameters,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.files.forStaff(context, id, file);
    await sendDocument(reply, head, content);
  }
}
