import { Injectable } from '@nestjs/common';
import { PaymentSettlementService } from './payment-settlement.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Releases the holds of payments that were not decided in time. */
@Injectable()
export class ExpireHoldsJob implements Job {
  readonly name = 'expire-holds';

  constructor(private readonly settlement: PaymentSettlementService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.settlement.expireHolds(now, stopping);
    return { done, text: 'job.expired_holds', values: { count: done } };
  }
}
