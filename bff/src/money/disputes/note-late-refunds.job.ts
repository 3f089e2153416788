import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { LateRefundsService } from './late-refunds.service';

/** Notes the disputes of unauthorised payments whose refund is late. */
@Injectable()
export class NoteLateRefundsJob implements Job {
  readonly name = 'note-late-refunds';
  readonly everySeconds = 300;

  constructor(private readonly refunds: LateRefundsService) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.refunds.note(now, stopping);
    return { done, text: 'job.late_refunds_noted', values: { count: done } };
  }
}
