import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { type PartnerMode, partnerModes } from '@bank/contracts/partner-applications';
import { moment, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { Clock } from '../../platform/time/clock.service';
import type { WebhookAnswer } from '../../ports/webhooks/webhooks';

/** However many wait, no more are counted. */
const most = 10_000;

/** By the index of each address. */
const waiting = `
  FROM partner_webhooks w JOIN webhook_messages m ON m.webhook_id = w.id AND m.next_try_at > '2000-01-01' WHERE w.mode = ?`;
const countWaiting = `SELECT COUNT(*) FROM (SELECT 1 ${waiting} LIMIT ${most}) some`;
const oldestWaiting = `
  SELECT MIN(created_at) AS oldest FROM (SELECT m.created_at ${waiting} LIMIT ${most}) some`;
const oldestRow = rowOf({ oldest: moment.nullable() });

/** How partners' servers take the bank's events; no partner is named. */
@Injectable()
export class WebhookMetrics implements OnModuleInit {
  private readonly tries: Counter;
  private readonly givenUp: Counter;

  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.tries = metrics.counter({
      name: 'bank_webhook_tries_total',
      help: 'Tries to send an event to a partner’s server, by what came of each.',
      labels: ['mode', 'outcome'],
    });
    this.givenUp = metrics.counter({
      name: 'bank_webhooks_given_up_total',
      help: 'Events that are tried no more although they were not delivered.',
      labels: ['mode'],
    });
  }

  onModuleInit(): void {
    const byMode = (value: (mode: PartnerMode) => Promise<number>) => () =>
      Promise.all(partnerModes.map(async (mode) => ({ labels: { mode }, value: await value(mode) })));
    this.metrics.gauge(
      {
        name: 'bank_webhooks_waiting',
        help: `Events that are still to be delivered, counted to ${most}.`,
        labels: ['mode'],
      },
      byMode((mode) => this.database.count(countWaiting, [mode])),
    );
    this.metrics.gauge(
      {
        name: 'bank_webhooks_oldest_waiting_seconds',
        help: 'The age of the oldest of these events; 0 without one.',
        labels: ['mode'],
      },
      byMode(async (mode) => {
        const row = await this.database.row(oldestRow, oldestWaiting, [mode]);
        return row?.oldest ? (this.clock.now().getTime() - row.oldest.getTime()) / 1_000 : 0;
      }),
    );
  }

  /** Counts events whose time ended before a try. */
  expired(mode: string, count: number): void {
    this.givenUp.inc({ mode }, count);
  }

  tried(mode: string, { failure }: WebhookAnswer, isLast: boolean): void {
    this.tries.inc({ mode, outcome: failure ?? 'delivered' });
    if (failure && isLast) this.givenUp.inc({ mode });
  }
}
