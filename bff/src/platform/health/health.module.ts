import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HealthMetricsService } from './health-metrics.service';
import { HealthService } from './health.service';

/** Global: any module may add a condition of readiness. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [HealthMetricsService, HealthService],
  exports: [HealthService],
})
export class HealthModule {}
