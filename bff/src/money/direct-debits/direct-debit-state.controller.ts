import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/direct-debits';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { DirectDebitStateService } from './direct-debit-state.service';

class DirectDebitState extends createZodDto(contract.directDebitState) {}

@ApiTags('Direct debits')
@Controller('admin/rail/direct-debits')
export class DirectDebitStateController {
  constructor(private readonly state: DirectDebitStateService) {}

  @Get()
  @Permission('payments:review')
  @Operation('The collections that are held, refused, returned or refunded')
  @ZodResponse({ status: 200, type: DirectDebitState })
  read() {
    return this.state.read();
  }
}
