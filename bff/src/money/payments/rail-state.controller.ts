import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/rail-state';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { RailStateService } from './rail-state.service';

class RailState extends createZodDto(contract.railState) {}

@ApiTags('Payments')
@Controller('admin/rail')
export class RailStateController {
  constructor(private readonly state: RailStateService) {}

  @Get()
  @Permission('payments:review')
  @Operation(
    'The connection to other banks: what is on its way, what is not answered, and what could not be booked',
  )
  @ZodResponse({ status: 200, type: RailState })
  read(@CurrentContext() { language }: RequestContext) {
    return this.state.read(language);
  }
}
