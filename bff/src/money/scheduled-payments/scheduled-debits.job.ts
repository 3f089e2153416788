import { Injectable } from '@nestjs/common';
import { parisDay } from '../../platform/time/paris-day';
import { ScheduledRunsService } from './scheduled-runs.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

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
      text: 'job.scheduled_debits',
      values: { completed, failed },
    };
  }
}
