import { Module } from '@nestjs/common';
import { PublishedRatesService } from './published-rates.service';
import { ReferenceRates } from './reference-rates';

@Module({
  providers: [{ provide: ReferenceRates, useClass: PublishedRatesService }],
  exports: [ReferenceRates],
})
export class ReferenceRatesModule {}
