import { Module } from '@nestjs/common';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { TopUpMetricsService } from './top-up-metrics.service';
import { TopUpsController } from './top-ups.controller';
import { TopUpsService } from './top-ups.service';

@Module({
  imports: [CardNetworkModule],
  controllers: [TopUpsController],
  providers: [TopUpMetricsService, TopUpsService],
  exports: [TopUpsService],
})
export class TopUpsModule {}
