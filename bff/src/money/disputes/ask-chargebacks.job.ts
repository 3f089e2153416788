import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { ChargebacksService } from './chargebacks.service';

/** Asks the card network again for chargebacks that it did not answer. */
@Injectable()
export class AskChargebacksJob implements Job {
  readonly name = 'ask-chargebacks';
  readonly everySeconds = 60;

  constructor(private readonly chargebacks: ChargebacksService) {}

  async run(now: Date): Promise<JobOutcome> {
    const done = await this.chargebacks.askDue(now);
    return { done, text: 'job.chargebacks_asked', values: { count: done } };
  }
}
