import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { RateFetchService } from './rate-fetch.service';

/**
 * Fetches the reference rates on business days, once they are published; at the start of a server too, since a new bank
 * has only the dated set, at which nothing is exchanged.
 */
@Injectable()
export class FetchRatesJob implements Job {
  readonly name = 'fetch-rates';
  readonly everySeconds = 60;
  readonly atStart = true;

  constructor(private readonly rates: RateFetchService) {}

  async run(): Promise<JobOutcome> {
    const done = await this.rates.fetchDue();
    return { done, text: 'job.rates', values: { count: done } };
  }
}
