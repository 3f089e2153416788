import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/approvals';
import { idParameter } from '@bank/contracts/pagination';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ApprovalRequestsService } from './approval-requests.service';
import { DecisionApproval } from './decision-approval.service';
import { StaffApprovalsService } from './staff-approvals.service';

class IdParameter extends createZodDto(idParameter) {}
class RefuseRequest extends createZodDto(contract.refuseRequest) {}
class StaffApproval extends createZodDto(contract.staffApproval) {}
class StaffApprovalList extends createZodDto(contract.staffApprovalList) {}
class StaffApprovalQuery extends createZodDto(contract.staffApprovalQuery) {}

@ApiTags('Administration')
@Controller('admin/approvals')
@Permission('approvals:decide')
export class StaffApprovalsController {
  constructor(
    private readonly requests: ApprovalRequestsService,
    private readonly approvals: StaffApprovalsService,
  ) {}

  @Get()
  @Operation('What waits for a second administrator, first what is pending, then the newest')
  @ZodResponse({ status: 200, type: StaffApprovalList })
  list(@Query() query: StaffApprovalQuery, @CurrentContext() { actor }: RequestContext) {
    return this.requests.list(query, actor.userId);
  }

  @Post(':id/approve')
  @NeedsApproval(DecisionApproval)
  @Operation('Approves what another administrator asked for, and applies it', {
    errors: [
      'APPROVAL_NOT_PENDING',
      'APPROVAL_OUTDATED',
      'SECOND_APPROVER_REQUIRED',
      'APPROVER_TOO_NEW',
      'OWN_USER_CHANGE',
      'OUTSIDE_ROLES',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'INSUFFICIENT_FUNDS',
      'LAST_ADMINISTRATOR',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffApproval })
  approve(@Param() { id }: IdParameter, @CurrentContext() context: RequestContext) {
    return this.approvals.approve(context, id);
  }

  @Post(':id/refuse')
  @NeedsApproval(DecisionApproval)
  @Operation('Refuses what an administrator asked for; the requester takes it back so', {
    errors: ['APPROVAL_NOT_PENDING', 'OWN_USER_CHANGE'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffApproval })
  refuse(
    @Param() { id }: IdParameter,
    @Body() request: RefuseRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.approvals.refuse(context, id, request);
  }
}
