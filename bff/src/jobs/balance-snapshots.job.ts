import { Injectable } from '@nestjs/common';
import { SnapshotsService } from '../ledger/snapshots.service';
import type { Job, JobOutcome } from './job';

/** Keeps what every account held at the end of each day that is over. */
@Injectable()
export class BalanceSnapshotsJob implements Job {
  readonly name = 'balance-snapshots';
  readonly everySeconds = 900;

  constructor(private readonly snapshots: SnapshotsService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.snapshots.take(now, stopping);
    return { done, message: `Soldes de fin de journée : ${done} jour(s).` };
  }
}
