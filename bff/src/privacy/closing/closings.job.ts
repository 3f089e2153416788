import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { processQueue } from '../../platform/tasks/process-queue';
import { ClosingMailer } from './closing-mailer.service';
import { ClosingStepsService } from './closing-steps.service';
import { claimDue, dueRow } from './closings.sql';

/** Takes closings of relations on, one at a time, each in its own transaction, after the mails of those that ended before. */
@Injectable()
export class ClosingsJob implements Job {
  readonly name = 'closings';

  constructor(
    private readonly database: Database,
    private readonly steps: ClosingStepsService,
    private readonly mailer: ClosingMailer,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const mailed = await this.mailer.sendDue(now, stopping);
    const results = await processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(dueRow, claimDue, [now, except]),
        work: (tx, closing) => this.steps.advance(tx, closing),
      },
      stopping,
    );
    const done = mailed + results.filter(Boolean).length;
    return { done, text: 'job.closings', values: { count: done } };
  }
}
