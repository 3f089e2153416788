import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { EventStreams } from './event-streams.service';

/** How many pages listen to this server. */
@Injectable()
export class StreamMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly streams: EventStreams,
  ) {}

  onModuleInit(): void {
    const name = 'bank_event_streams';
    this.metrics.gauge({ name, help: 'Open event streams.' }, () => [{ value: this.streams.count }]);
  }
}
