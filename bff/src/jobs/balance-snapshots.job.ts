import { Injectable } from '@nestjs/common';
import { MovementTotalsService } from '../ledger/movement-totals.service';
import { SnapshotsService } from '../ledger/snapshots.service';
import type { Job, JobOutcome } from './job';

/** Keeps what every account held at the end of each day that is over, and what moved on it. */
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
    return { done, message: `Soldes de fin de journée : ${done} jour(s).` };
  }
}
