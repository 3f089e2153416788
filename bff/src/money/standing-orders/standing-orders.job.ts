import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { StandingRunsService, type StandingOutcome } from './standing-runs.service';

@Injectable()
export class StandingOrdersJob implements Job {
  readonly name = 'standing-orders';

  constructor(private readonly runs: StandingRunsService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const outcomes = await this.runs.runDue(now, stopping);
    const count = (wanted: StandingOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
    const [completed, retried, skipped] = [count('completed'), count('retrying'), count('skipped')];
    return {
      done: completed + retried + skipped,
      text: 'job.standing_orders',
      values: { completed, retried, skipped },
    };
  }
}
