import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { LedgerWatchService } from './ledger-watch.service';

/** Whether the laws of the ledger hold, and since when that is known. */
@Injectable()
export class LedgerMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly watch: LedgerWatchService,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      { name: 'bank_ledger_sound', help: '1 while this server has found no broken law of the ledger.' },
      () => [{ value: this.watch.sound ? 1 : 0 }],
    );
    this.metrics.gauge(
      {
        name: 'bank_ledger_verified_timestamp_seconds',
        help: 'The end of the last verification by this server; none before the first.',
      },
      () => (this.watch.verifiedAt ? [{ value: this.watch.verifiedAt.getTime() / 1000 }] : []),
    );
  }
}
