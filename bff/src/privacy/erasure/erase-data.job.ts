import { Injectable } from '@nestjs/common';
import { inParts } from '../../platform/errors/items-failed';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { ErasureService } from './erasure.service';
import { UnmadeUsersService } from './unmade-users.service';
import { VisitorMessagesService } from './visitor-messages.service';

@Injectable()
export class EraseDataJob implements Job {
  readonly name = 'erase-data';
  readonly everySeconds = 600;

  constructor(
    private readonly erasure: ErasureService,
    private readonly visitors: VisitorMessagesService,
    private readonly unmade: UnmadeUsersService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await inParts(
      () => this.visitors.eraseDue(now, stopping),
      () => this.unmade.eraseDue(now, stopping),
      () => this.erasure.eraseDue(now, stopping),
    );
    return { done, text: 'job.erased_data', values: { count: done } };
  }
}
