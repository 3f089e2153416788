import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { RecallExpiryService } from './recall-expiry.service';

/** Ends the recalls that other banks did not answer in time. */
@Injectable()
export class ExpireRecallsJob implements Job {
  readonly name = 'expire-recalls';

  constructor(private readonly expiry: RecallExpiryService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.expiry.expire(now, stopping);
    return { done, text: 'job.expired_recalls', values: { count: done } };
  }
}
