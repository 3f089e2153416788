import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { paymentList, paymentListQuery } from '@bank/contracts/payments';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { PaymentsService } from './payments.service';

class PaymentList extends createZodDto(paymentList) {}
class PaymentListQuery extends createZodDto(paymentListQuery) {}

@ApiTags('Payments')
@Controller('paiement')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @Permission('payments:review')
  @Operation('The payments of all customers, newest first')
  @ZodResponse({ status: 200, type: PaymentList })
  list(@Query() query: PaymentListQuery) {
    return this.payments.list(query);
  }
}
