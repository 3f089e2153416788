import { Inject, Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from './job';
import type { Leftover } from './leftovers';
import { Database } from '../database/database';

/** Injection token of all leftovers. */
export const allLeftovers = Symbol('leftovers');

const batch = 1_000;

/** Deletes expired rows in bounded batches. Several servers may run it at once. */
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
    for (const { statement, keptFor } of this.leftovers) {
      const before = new Date(now.getTime() - keptFor);
      for (let removed = batch; removed === batch && !stopping.aborted; done += removed) {
        removed = (await this.database.write(statement, [before, batch])).affectedRows;
      }
    }
    return { done, text: 'job.purged', values: { count: done } };
  }
}
