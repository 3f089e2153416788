import { Injectable } from '@nestjs/common';
import { RemoteReportsService } from './remote-reports.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Rolls back failing canaries that no server has judged, such as after a crash. */
@Injectable()
export class JudgeCanariesJob implements Job {
  readonly name = 'judge-canaries';

  constructor(private readonly reports: RemoteReportsService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.reports.judge();
    return { done, text: 'job.judge_canaries', values: { count: done } };
  }
}
