import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { MessageSlices } from './message-slices.service';

/** Sends what is due of messages to customers. */
@Injectable()
export class SendMessagesJob implements Job {
  readonly name = 'send-messages';

  constructor(private readonly slices: MessageSlices) {}

  async run(_now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    let done = 0;
    while (!stopping.aborted) {
      const sent = await this.slices.sendSlice();
      if (sent === undefined) break;
      done += sent;
    }
    return { done, text: 'job.messages', values: { count: done } };
  }
}
