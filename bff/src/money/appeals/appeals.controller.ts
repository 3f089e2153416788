import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { appealForm, appealOffer, appealQuery, appealUpload } from '@bank/contracts/appeals';
import { ownCase } from '@bank/contracts/cases';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CaseForms } from '../../people/cases/case-forms.service';
import { AppealsService } from './appeals.service';

class AppealOffer extends createZodDto(appealOffer) {}
class AppealQuery extends createZodDto(appealQuery) {}
class OwnCase extends createZodDto(ownCase) {}

@ApiTags('Cases')
@Controller('appeals')
@Permission('cases:own')
export class AppealsController {
  constructor(
    private readonly appeals: AppealsService,
    private readonly forms: CaseForms,
  ) {}

  @Get('subject')
  @Operation('Why something of the caller’s is refused, held or blocked, and what to do', {
    errors: ['NOT_FOUND', 'APPEAL_NOT_POSSIBLE'],
  })
  @ZodResponse({ status: 200, type: AppealOffer })
  offer(@CurrentContext() context: RequestContext, @Query() query: AppealQuery) {
    return this.appeals.offer(context, query);
  }

  @Post()
  @RouteConfig(acceptsMultipart)
  @Operation(
    'Appeals against a refusal, a hold or a block, with files: PDF, JPEG or PNG, at most 10 MB each',
    {
      description: 'One at a time about each subject, at most ten in 24 hours; a refusal within 90 days.',
      errors: [
        'NOT_FOUND',
        'APPEAL_EXISTS',
        'APPEAL_NOT_POSSIBLE',
        'APPEAL_PERIOD_OVER',
        'CASE_LIMIT',
        'DOCUMENT_TYPE_REFUSED',
        'DOCUMENT_UNREADABLE',
      ],
      form: appealUpload,
      jsonBody: appealForm,
      idempotent: true,
    },
  )
  @ZodResponse({ status: 201, type: OwnCase })
  open(@CurrentContext() context: RequestContext, @Req() request: IdentifiedRequest) {
    return this.appeals.open(context, () => this.forms.receive(request, appealForm));
  }
}
