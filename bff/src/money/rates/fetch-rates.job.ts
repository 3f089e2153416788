import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { RateFetchService } from './rate-fetch.service';

/** Fetches the reference rates on business days, once they are published. */
@Injectable()
export class FetchRatesJob implements Job {
  readonly name = 'fetch-rates';
  readonly everySeconds = 60;

  constructor(private readonly rates: RateFetchService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.rates.fetchDue();
    return { done, text: 'job.rates', values: { count: done } };
  }
}
