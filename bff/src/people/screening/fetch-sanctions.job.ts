import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { SanctionsIntakeService } from './sanctions-intake.service';

/** Fetches the sanctions list every day. */
@Injectable()
export class FetchSanctionsJob implements Job {
  readonly name = 'fetch-sanctions';
  readonly everySeconds = 300;
  /** Without any list payments wait for a person. */
  readonly atStart = true;

  constructor(private readonly lists: SanctionsIntakeService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.lists.fetchDue();
    return { done, text: 'job.sanctions', values: { count: done } };
  }
}
