import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { processQueue } from '../../platform/tasks/process-queue';
import { ClosingStepsService } from './closing-steps.service';
import { claimDue, dueRow } from './closings.sql';

/** Takes closings of relations on, one at a time, each in its own transaction. */
@Injectable()
export class ClosingsJob implements Job {
  readonly name = 'closings';

  constructor(
    private readonly database: Database,
    private readonly steps: ClosingStepsService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const results = await processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(dueRow, claimDue, [now, except]),
        work: (tx, closing) => this.steps.advance(tx, closing),
      },
      stopping,
    );
    const done = results.filter(Boolean).length;
    return { done, text: 'job.closings', values: { count: done } };
  }
}
