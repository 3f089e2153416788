import { Injectable } from '@nestjs/common';
import { PaymentSettlementService } from '../payments/payment-settlement.service';
import type { Job, JobOutcome } from './job';

/** Gives back what payments that nobody decided had reserved. */
@Injectable()
export class ExpireHoldsJob implements Job {
  readonly name = 'expire-holds';

  constructor(private readonly settlement: PaymentSettlementService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.settlement.expireHolds(now, stopping);
    return { done, message: `Réservations expirées : ${done}.` };
  }
}
