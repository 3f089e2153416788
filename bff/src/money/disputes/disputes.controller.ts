import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { disputeOffer, disputeRequest, disputeUpload, ownCase } from '@bank/contracts/cases';
import { idParameter } from '@bank/contracts/pagination';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { acceptsMultipart } from '../../platform/http/forms';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CaseForms } from '../../people/cases/case-forms.service';
import { DisputesService } from './disputes.service';

class IdParameter extends createZodDto(idParameter) {}
class DisputeOffer extends createZodDto(disputeOffer) {}
class OwnCase extends createZodDto(ownCase) {}

@ApiTags('Cases')
@Controller('transactions')
@Permission('cases:own')
export class DisputesController {
  constructor(
    private readonly disputes: DisputesService,
    private readonly forms: CaseForms,
  ) {}

  @Get(':id/dispute')
  @Operation('What the caller can do about one of their transactions', { errors: ['DISPUTE_NOT_POSSIBLE'] })
  @ZodResponse({ status: 200, type: DisputeOffer })
  offer(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.disputes.offer(context, id);
  }

  @Post(':id/dispute')
  @RouteConfig(acceptsMultipart)
  @Operation(
    'Disputes a transaction of the caller’s, once, with files: PDF, JPEG or PNG, at most 10 MB each',
    {
      description: 'Thirteen months for what the holder did not authorise, 120 days for every other reason.',
      errors: [
        'DISPUTE_EXISTS',
        'DISPUTE_NOT_POSSIBLE',
        'DISPUTE_PERIOD_OVER',
        'CASE_LIMIT',
        'DOCUMENT_TYPE_REFUSED',
        'DOCUMENT_UNREADABLE',
      ],
      form: disputeUpload,
      jsonBody: disputeRequest,
      idempotent: true,
    },
  )
  @ZodResponse({ status: 201, type: OwnCase })
  open(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Req() request: IdentifiedRequest,
  ) {
    return this.disputes.open(context, id, () => this.forms.receive(request, disputeRequest));
  }
}
