import { Global, Module } from '@nestjs/common';
import { MetricsService } from './metrics.service';
import { MetricsServerService } from './metrics-server.service';

/** Global: any room may measure. */
@Global()
@Module({ providers: [MetricsService, MetricsServerService], exports: [MetricsService] })
export class MetricsModule {}
