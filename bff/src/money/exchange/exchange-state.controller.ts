import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { exchangeState } from '@bank/contracts/exchange';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ExchangeStateService } from './exchange-state.service';

class ExchangeState extends createZodDto(exchangeState) {}

@ApiTags('Administration')
@Controller('admin/exchange')
export class ExchangeStateController {
  constructor(private readonly state: ExchangeStateService) {}

  @Get()
  @Permission('reports:read')
  @Operation('The source and age of the rates, the bank’s position in each currency, and the results')
  @ZodResponse({ status: 200, type: ExchangeState })
  read() {
    return this.state.read();
  }

  @Post('rates')
  @HttpCode(200)
  @Permission('payments:review')
  @Operation('Fetches the rates that their source has now', { errors: ['NOT_CONFIGURED', 'UNAVAILABLE'] })
  @ZodResponse({ status: 200, type: ExchangeState })
  fetch(@CurrentContext() context: RequestContext) {
    return this.state.fetch(context);
  }
}
