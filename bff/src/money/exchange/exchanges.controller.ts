import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { exchanged, exchangeRequest, quote, quoteRequest } from '@bank/contracts/exchange';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ExchangesService } from './exchanges.service';
import { QuotesService } from './quotes.service';

class Exchanged extends createZodDto(exchanged) {}
class ExchangeRequest extends createZodDto(exchangeRequest) {}
class Quote extends createZodDto(quote) {}
class QuoteRequest extends createZodDto(quoteRequest) {}

@ApiTags('Exchange')
@Controller('exchange')
@Permission('account:own')
export class ExchangesController {
  constructor(
    private readonly quotes: QuotesService,
    private readonly exchanges: ExchangesService,
  ) {}

  @Post('quotes')
  @Operation('The exact amounts of an exchange between two of the caller’s accounts, held for 30 seconds', {
    description: 'With the markup over the reference rate in percent (Regulation (EU) 2019/518).',
    errors: ['ACCOUNT_MISSING', 'AMOUNT_OUT_OF_RANGE', 'RATE_MISSING', 'RATE_STALE'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Quote })
  quote(@CurrentContext() context: RequestContext, @Body() request: QuoteRequest) {
    return this.quotes.make(context, request);
  }

  @Post()
  @Operation('Exchanges money as quoted, once', {
    errors: [
      'NOT_FOUND',
      'QUOTE_USED',
      'QUOTE_EXPIRED',
      'ACCOUNT_MISSING',
      'INSUFFICIENT_FUNDS',
      'AMOUNT_OUT_OF_RANGE',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: Exchanged })
  exchange(@CurrentContext() context: RequestContext, @Body() { quote_id }: ExchangeRequest) {
    return this.exchanges.use(context, quote_id);
  }
}
