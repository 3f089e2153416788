import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { kycQueue, kycQueueQuery, kycReviewRequest, kycSubmission } from '@bank/contracts/kyc';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
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
  queue(@Query() query: KycQueueQuery) {
    return this.reviews.queue(query);
  }

  @Get(':id')
  @Operation('One submission')
  @ZodResponse({ status: 200, type: KycSubmission })
  one(@Param() { id }: IdParameter) {
    return this.reviews.one(id);
  }

  @Post(':id/review')
  @Operation('Approves or rejects a submission', { errors: ['KYC_NOT_PENDING'] })
  @ZodResponse({ status: 200, type: KycSubmission })
  review(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParameter,
    @Body() request: KycReviewRequest,
    @CurrentCall() call: Call,
  ) {
    return this.reviews.review(actor, id, request, call);
  }
}
