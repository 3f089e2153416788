import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { z } from 'zod';
import { awaitingApproval } from '@bank/contracts/approvals';
import * as contract from '@bank/contracts/payment-settings';
import { awaitsApproval } from '../../people/staff-approvals/awaits-approval';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { AutomaticLimitApproval } from './automatic-limit-approval.service';
import { AutomaticLimitService } from './automatic-limit.service';

class PaymentSettings extends createZodDto(contract.paymentSettings) {}
class PaymentSettingsRequest extends createZodDto(contract.paymentSettingsRequest) {}
const SettingsAnswer = createZodDto(z.union([contract.paymentSettings, awaitingApproval]));

@ApiTags('Payments')
@Controller('admin/payment-settings')
export class PaymentSettingsController {
  constructor(private readonly limits: AutomaticLimitService) {}

  @Get()
  @Permission('payments:review')
  @Operation('The amount up to which the rules let payments go without a person')
  @ZodResponse({ status: 200, type: PaymentSettings })
  read() {
    return this.limits.read();
  }

  @Put()
  @Permission('payments:review')
  @NeedsApproval(AutomaticLimitApproval)
  @Operation('Sets the amount up to which the rules let payments go; 0 switches them off', {
    description: 'A higher limit waits for a second administrator and needs an approval of the caller.',
    errors: ['SETTING_CHANGED'],
    alsoAnswers: awaitsApproval,
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: SettingsAnswer })
  change(@CurrentContext() context: RequestContext, @Body() settings: PaymentSettingsRequest) {
    return this.limits.change(context, settings);
  }
}
