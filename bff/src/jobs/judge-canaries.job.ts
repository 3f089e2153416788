import { Injectable } from '@nestjs/common';
import { ReportsService } from '../releases/reports.service';
import type { Job, JobOutcome } from './job';

/** Takes back canaries that fail, also when the server that was told of it has died. */
@Injectable()
export class JudgeCanariesJob implements Job {
  readonly name = 'judge-canaries';

  constructor(private readonly reports: ReportsService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.reports.judge();
    return { done, message: `Versions à l’essai : ${done} retirées.` };
  }
}
