import { Injectable } from '@nestjs/common';
import { MovementTotalsService } from './movement-totals.service';
import { SnapshotsService } from './snapshots.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Stores each account's end-of-day balance and the totals of each past day. */
@Injectable()
export class BalanceSnapshotsJob implements Job {
  readonly name = 'balance-snapshots';
  readonly everySeconds = 900;

  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly totals: MovementTotalsService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    await this.totals.close(now, stopping);
    const done = await this.snapshots.take(now, stopping);
    return { done, text: 'job.balance_snapshots', values: { days: done } };
  }
}
