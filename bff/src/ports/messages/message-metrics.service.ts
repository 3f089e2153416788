import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { Clock } from '../../platform/time/clock.service';
import { OutboxService } from './outbox.service';

/** More are not counted. */
const most = 10_000;

/** How many messages to counterparts no answer came to, and since when. */
@Injectable()
export class MessageMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly outbox: OutboxService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      {
        name: 'bank_rail_messages_waiting',
        help: `Messages that are sent until the clearing house answers, counted to ${most}.`,
      },
      async () => [{ value: (await this.outbox.backlog('sepa', most)).count }],
    );
    this.metrics.gauge(
      {
        name: 'bank_rail_oldest_waiting_seconds',
        help: 'The age of the oldest of these messages; 0 without one.',
      },
      async () => {
        const { oldest } = await this.outbox.backlog('sepa', 1);
        return [{ value: oldest ? (this.clock.now().getTime() - oldest.getTime()) / 1000 : 0 }];
      },
    );
  }
}
