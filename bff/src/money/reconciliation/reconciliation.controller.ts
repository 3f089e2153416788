import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/reconciliation';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { ReconciliationListService } from './reconciliation-list.service';

class ReconciliationList extends createZodDto(contract.reconciliationList) {}
class ReconciliationQuery extends createZodDto(contract.reconciliationQuery) {}

@ApiTags('Payments')
@Controller('admin/reconciliation')
@Permission('payments:review')
export class ReconciliationController {
  constructor(private readonly days: ReconciliationListService) {}

  @Get()
  @Operation(
    'Days whose statement was held against the settlement account, newest first, with their differences',
  )
  @ZodResponse({ status: 200, type: ReconciliationList })
  list(@Query() query: ReconciliationQuery) {
    return this.days.page(query);
  }
}
