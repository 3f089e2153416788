import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/international';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { PaymentCostsService } from './payment-costs.service';

class PaymentCost extends createZodDto(contract.paymentCost) {}
class PaymentCostQuery extends createZodDto(contract.paymentCostQuery) {}

@ApiTags('Payments')
@Controller('payments')
export class PaymentCostsController {
  constructor(private readonly costs: PaymentCostsService) {}

  @Get('fee')
  @Permission('account:own')
  @Operation('What an international payment would cost now, and when it would arrive', {
    description:
      'The fee is in the payment’s currency at the reference rate of the day; the arrival is an estimate.',
    errors: ['COUNTRY_NOT_SERVED', 'RATE_MISSING', 'RATE_STALE'],
  })
  @ZodResponse({ status: 200, type: PaymentCost })
  fee(@Query() query: PaymentCostQuery) {
    return this.costs.preview(query);
  }
}
