import { Injectable } from '@nestjs/common';
import { parisDay } from '../common/paris-day';
import { ScheduledRunsService } from '../scheduled-payments/scheduled-runs.service';
import type { Job, JobOutcome } from './job';

@Injectable()
export class ScheduledDebitsJob implements Job {
  readonly name = 'scheduled-debits';

  constructor(private readonly runs: ScheduledRunsService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const outcomes = await this.runs.runDue(parisDay(now), stopping);
    const completed = outcomes.filter((outcome) => outcome === 'completed').length;
    const failed = outcomes.filter((outcome) => outcome === 'failed').length;
    return {
      done: completed + failed,
      message: `Débits programmés : ${completed} exécutés, ${failed} refusés.`,
    };
  }
}
