import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { kycQueue, kycQueueQuery, kycReviewRequest, kycSubmission } from '@bank/contracts/kyc';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { KycReviewService } from './kyc-review.service';

class IdParameter extends createZodDto(idParameter) {}
class KycQueue extends createZodDto(kycQueue) {}
class KycQueueQuery extends createZodDto(kycQueueQuery) {}
class KycReviewRequest extends createZodDto(kycReviewRequest) {}
class KycSubmission extends createZodDto(kycSubmission) {}

@ApiTags('Administration')
@Controller('admin/kyc')
@Permission('kyc:review')
export class AdminKycController {
  constructor(private readonly reviews: KycReviewService) {}

  @Get()
  @Operation('The submissions: those that wait the oldest first, those decided the newest first', {
    description: 'Of more than 10 000 submissions, `total` is 10 000 and `capped` is true.',
  })
  @ZodResponse({ status: 200, type: KycQueue })
  queue(@Query() query: KycQueueQuery, @CurrentContext() context: RequestContext) {
    return this.reviews.queue(query, context);
  }

  @Get(':id')
  @Operation('One submission', {
    description: 'The caller’s own, as in the list, has none of the findings of the automated check.',
  })
  @ZodResponse({ status: 200, type: KycSubmission })
  one(@Param() { id }: IdParameter, @CurrentContext() { actor }: RequestContext) {
    return this.reviews.one(id, actor.userId);
  }

  @Post(':id/review')
  @Operation('Approves or rejects a submission', {
    description: 'A rejection may name the documents to send again, each with its fault; the others stay.',
    errors: ['KYC_EMAIL_UNVERIFIED', 'KYC_NOT_PENDING'],
  })
  @ZodResponse({ status: 200, type: KycSubmission })
  review(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: KycReviewRequest,
  ) {
    return this.reviews.review(context, id, request);
  }
}
