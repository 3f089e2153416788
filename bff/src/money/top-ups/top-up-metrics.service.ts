import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { Clock } from '../../platform/time/clock.service';
import { UnansweredRequests } from '../../ports/card-network/unanswered-requests.service';
import { TopUpsService } from './top-ups.service';

/** How long the card network has left a top-up unanswered: for the metrics, and for the watch over the network. */
@Injectable()
export class TopUpMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly topUps: TopUpsService,
    private readonly requests: UnansweredRequests,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.requests.listen(() => this.topUps.oldestUnanswered());
    const name = 'bank_card_network_oldest_waiting_seconds';
    const help = 'The age of the oldest question that the card network has not answered; 0 without one.';
    this.metrics.gauge({ name, help }, async () => {
      const oldest = await this.topUps.oldestUnanswered();
      return [{ value: oldest ? (this.clock.now().getTime() - oldest.getTime()) / 1000 : 0 }];
    });
  }
}
