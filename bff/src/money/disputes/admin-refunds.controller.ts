import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { z } from 'zod';
import { awaitingApproval } from '@bank/contracts/approvals';
import { caseRefundRequest, staffCase } from '@bank/contracts/cases';
import { idParameter } from '@bank/contracts/pagination';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { awaitsApproval } from '../../people/staff-approvals/awaits-approval';
import { RefundApproval } from './refund-approval.service';
import { RefundsService } from './refunds.service';

class IdParameter extends createZodDto(idParameter) {}
class CaseRefundRequest extends createZodDto(caseRefundRequest) {}
/** Not a class, since classes cannot extend a union. */
const RefundAnswer = createZodDto(z.union([staffCase, awaitingApproval]));

@ApiTags('Administration')
@Controller('admin/cases')
@Permission('balances:change')
export class AdminRefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Post(':id/refund')
  @NeedsApproval(RefundApproval)
  @HttpCode(200)
  @Operation('Refunds a disputed transaction of the bank’s own money, once, or takes that back', {
    description:
      'For what its holder did not authorise (Directive (EU) 2015/2366, article 73). A large amount awaits a second administrator. What comes back later by the card network or the other bank goes to the bank.',
    alsoAnswers: awaitsApproval,
    errors: ['OWN_CASE', 'CASE_CHANGED', 'CASE_TAKEN', 'REFUND_NOT_POSSIBLE', 'INSUFFICIENT_FUNDS'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: RefundAnswer })
  change(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CaseRefundRequest,
  ) {
    return this.refunds.change(id, request, context);
  }
}
