import { Global, Module } from '@nestjs/common';
import { MetricsService } from './metrics.service';
import { MetricsServerService } from './metrics-server.service';

/** Global: any module may register a metric. */
@Global()
@Module({ providers: [MetricsService, MetricsServerService], exports: [MetricsService] })
export class MetricsModule {}
