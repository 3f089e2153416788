import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/payees';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { BeneficiariesService } from './beneficiaries.service';
import { BeneficiaryApproval } from './beneficiary-approval.service';

class AddBeneficiaryRequest extends createZodDto(contract.addBeneficiaryRequest) {}
class ChangeBeneficiaryRequest extends createZodDto(contract.changeBeneficiaryRequest) {}
class Beneficiary extends createZodDto(contract.beneficiary) {}
class BeneficiaryList extends createZodDto(contract.beneficiaryList) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Payees')
@Controller('beneficiaries')
@Permission('account:own')
export class BeneficiariesController {
  constructor(private readonly beneficiaries: BeneficiariesService) {}

  @Get()
  @Operation('The caller’s address book')
  @ZodResponse({ status: 200, type: BeneficiaryList })
  list(@CurrentContext() { actor }: RequestContext) {
    return this.beneficiaries.list(actor.userId);
  }

  @Post()
  @NeedsApproval(BeneficiaryApproval)
  @Operation('Adds an account of another bank to the caller’s address book', {
    description: 'The approval makes the entry trusted: payments to it need none.',
    errors: ['RECIPIENT_IN_THIS_BANK', 'COUNTRY_NOT_SERVED', 'BENEFICIARY_KNOWN', 'LIST_FULL'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Beneficiary })
  add(@CurrentContext() context: RequestContext, @Body() request: AddBeneficiaryRequest) {
    return this.beneficiaries.add(context, request);
  }

  @Put(':id')
  @Operation('Changes the caller’s own note of an entry of their address book', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: Beneficiary })
  change(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: ChangeBeneficiaryRequest,
  ) {
    return this.beneficiaries.change(context, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Removes an entry of the caller’s address book', { errors: ['NOT_FOUND', 'BENEFICIARY_IN_USE'] })
  remove(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter): Promise<void> {
    return this.beneficiaries.remove(context, id);
  }
}
