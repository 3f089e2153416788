import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricsService } from '../metrics/metrics.service';
import { HealthService } from './health.service';

/** Whether this server is ready, as the load balancer sees it. */
@Injectable()
export class HealthMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly health: HealthService,
  ) {}

  onModuleInit(): void {
    const name = 'bank_ready';
    this.metrics.gauge({ name, help: '1 while the server is ready to serve.' }, async () => {
      const isReady = await this.health.ready().then(
        () => true,
        () => false,
      );
      return [{ value: isReady ? 1 : 0 }];
    });
  }
}
