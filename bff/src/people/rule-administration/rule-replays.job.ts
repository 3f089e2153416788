import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { ReplayRuns } from './replay-runs.service';

/** Runs the replays of rules that staff asked for. */
@Injectable()
export class RuleReplaysJob implements Job {
  readonly name = 'replay-rules';
  readonly everySeconds = 5;

  constructor(private readonly runs: ReplayRuns) {}

  async run(_now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const count = await this.runs.runAll(stopping);
    return { done: count, text: 'job.rule_replays', values: { count } };
  }
}
