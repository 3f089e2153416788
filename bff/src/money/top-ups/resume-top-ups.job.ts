import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { TopUpsService } from './top-ups.service';

/** A call has ended by then, with whatever answer. */
const afterSeconds = 60;

/** Finishes top-ups that the network approved while nobody could book them. */
@Injectable()
export class ResumeTopUpsJob implements Job {
  readonly name = 'resume-top-ups';

  constructor(private readonly topUps: TopUpsService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.topUps.resume(afterSeconds);
    return { done, text: 'job.top_ups_resumed', values: { count: done } };
  }
}
