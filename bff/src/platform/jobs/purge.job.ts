import { Inject, Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from './job';
import type { Leftover } from './leftovers';
import { Database } from '../database/database';
import { isDatabaseAway, isStatementLate } from '../database/database-away';
import { clocksDiffer } from '../time/due';

/** Injection token of all leftovers. */
export const allLeftovers = Symbol('leftovers');

const batch = 1_000;

/** Deletes expired rows in bounded batches: what fails keeps back nothing else. Several servers may run it at once. */
@Injectable()
export class PurgeJob implements Job {
  readonly name = 'purge';
  readonly everySeconds = 900;

  constructor(
    private readonly database: Database,
    @Inject(allLeftovers) private readonly leftovers: readonly Leftover[],
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    let done = 0;
    let failure: unknown;
    for (const leftover of this.leftovers) {
      try {
        done += await this.purge(leftover, now, stopping);
      } catch (error) {
        if (isDatabaseAway(error) && !isStatementLate(error)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
    return { done, text: 'job.purged', values: { count: done } };
  }

  private async purge({ statement, keptFor }: Leftover, now: Date, stopping: AbortSignal): Promise<number> {
    // What has expired here another server may still accept: a spent token that was purged could be used again there.
    const before = new Date(now.getTime() - keptFor - clocksDiffer);
    let done = 0;
    for (let removed = batch; removed === batch && !stopping.aborted; done += removed) {
      removed = (await this.database.write(statement, [before, batch])).affectedRows;
    }
    return done;
  }
}
