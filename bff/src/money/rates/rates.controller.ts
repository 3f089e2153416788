import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { rateHistory, rateHistoryQuery, rates } from '@bank/contracts/rates';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { RatesService } from './rates.service';

class RateHistory extends createZodDto(rateHistory) {}
class RateHistoryQuery extends createZodDto(rateHistoryQuery) {}
class Rates extends createZodDto(rates) {}

@ApiTags('Exchange')
@Controller('rates')
@Public()
export class RatesController {
  constructor(private readonly rates: RatesService) {}

  @Get()
  @Operation('What one euro is worth in each currency that is offered', {
    description: 'The newest reference rates. Once they are `stale`, nothing is exchanged at them.',
  })
  @ZodResponse({ status: 200, type: Rates })
  current() {
    return this.rates.onWire();
  }

  @Get('history')
  @Operation('The rates of a currency over the last 90 days, oldest first')
  @ZodResponse({ status: 200, type: RateHistory })
  history(@Query() { currency }: RateHistoryQuery) {
    return this.rates.history(currency);
  }
}
