import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { CollectionClearingService } from './collection-clearing.service';

@Injectable()
export class DirectDebitsJob implements Job {
  readonly name = 'direct-debits';

  constructor(private readonly clearing: CollectionClearingService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const { booked, held, ...counts } = await this.clearing.runDue(now, stopping);
    const refused = counts.refused + counts.returned;
    return { done: booked + held + refused, text: 'job.direct_debits', values: { booked, held, refused } };
  }
}
