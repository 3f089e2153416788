import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/call-approvals';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { AllowsMissingFactor, AllowsTemporaryPassword, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { AskedApprovalsService } from './asked-approvals.service';
import { ApprovalsService } from './approvals.service';

class ApprovalGiven extends createZodDto(contract.approvalGiven) {}
class ApprovalProof extends createZodDto(contract.approvalProof) {}
class CallApproval extends createZodDto(contract.callApproval) {}
class IdParameter extends createZodDto(idParameter) {}

/** Also for sessions that may only change the password or add a factor: both need an approval. */
@ApiTags('Approvals')
@Controller('approvals')
@Permission('session:own')
export class ApprovalsController {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly requests: AskedApprovalsService,
  ) {}

  @Get(':id')
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('What the caller is asked to approve, and whether they did')
  @ZodResponse({ status: 200, type: CallApproval })
  state(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.approvals.state(context, id);
  }

  @Post(':id')
  @HttpCode(200)
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('Approves a call by a proof; the call is then repeated with the token as `X-Approval`', {
    description:
      'A code of the authenticator application, the code of the message, or the assertion of a passkey over the challenge of `passkey_options`. Five wrong ones end the approval.',
    errors: ['APPROVAL_OVER', 'APPROVAL_CODE_WRONG', 'TOO_MANY_ATTEMPTS'],
  })
  @ZodResponse({ status: 200, type: ApprovalGiven })
  prove(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() proof: ApprovalProof,
  ) {
    return this.approvals.prove(context, id, proof);
  }

  @Post(':id/code')
  @HttpCode(204)
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('Sends another code; the one before it no longer works', {
    errors: ['APPROVAL_OVER', 'INVALID_FIELDS'],
    idempotent: true,
  })
  resend(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.requests.resend(context, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @AllowsTemporaryPassword()
  @AllowsMissingFactor()
  @Operation('Refuses a call that waits for an approval', { errors: ['APPROVAL_OVER'] })
  refuse(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.approvals.refuse(context, id);
  }
}
