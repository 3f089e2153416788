import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { rates } from '@bank/contracts/rates';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { RatesService } from './rates.service';

class Rates extends createZodDto(rates) {}

@ApiTags('Widgets')
@Controller('embed/rates')
@Public()
export class FrameRatesController {
  constructor(private readonly rates: RatesService) {}

  @Get()
  @Operation('The rates, for the bank’s own frames on partners’ pages', {
    description: 'As `/api/rates`, at the frames’ origin, which has only calls below `/api/embed`.',
  })
  @ZodResponse({ status: 200, type: Rates })
  current() {
    return this.rates.onWire();
  }
}
