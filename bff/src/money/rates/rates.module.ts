import { Module } from '@nestjs/common';
import { ReferenceRatesModule } from '../../ports/rates/rates.module';
import { RateFetchService } from './rate-fetch.service';
import { RateIntakeService } from './rate-intake.service';
import { FrameRatesController } from './frame-rates.controller';
import { RatesController } from './rates.controller';
import { RatesService } from './rates.service';

@Module({
  imports: [ReferenceRatesModule],
  controllers: [FrameRatesController, RatesController],
  providers: [RateFetchService, RateIntakeService, RatesService],
  exports: [RateFetchService, RatesService],
})
export class RatesModule {}
