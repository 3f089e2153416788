import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { IdentityRenewalService } from './identity-renewal.service';

/** Reminds of identities that run out, and asks for those that have. */
@Injectable()
export class IdentityRenewalJob implements Job {
  readonly name = 'identity-renewal';
  readonly everySeconds = 3_600;

  constructor(private readonly renewals: IdentityRenewalService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const expired = await this.renewals.expire(now, stopping);
    const reminded = await this.renewals.remind(now, stopping);
    return { done: expired + reminded, text: 'job.identity_renewal', values: { expired, reminded } };
  }
}
