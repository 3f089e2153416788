import { Injectable } from '@nestjs/common';
import { HoldExpiryService } from './hold-expiry.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Releases the holds of payments that were not decided in time. */
@Injectable()
export class ExpireHoldsJob implements Job {
  readonly name = 'expire-holds';

  constructor(private readonly expiry: HoldExpiryService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.expiry.expire(now, stopping);
    return { done, text: 'job.expired_holds', values: { count: done } };
  }
}
