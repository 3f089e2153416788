import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { CollectionClearingService } from './collection-clearing.service';
import type { Outcome } from './debit-outcomes.service';

@Injectable()
export class DirectDebitsJob implements Job {
  readonly name = 'direct-debits';

  constructor(private readonly clearing: CollectionClearingService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const outcomes = await this.clearing.runDue(now, stopping);
    const count = (...wanted: Outcome['to'][]) => outcomes.filter(({ to }) => wanted.includes(to)).length;
    const [booked, held, refused] = [count('booked'), count('held'), count('refused', 'returned')];
    return { done: booked + held + refused, text: 'job.direct_debits', values: { booked, held, refused } };
  }
}
