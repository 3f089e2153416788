import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { ConversationEndings } from './conversation-endings.service';

/** Turns conversations that nobody answered, or whose member of staff is gone, into messages to support. */
@Injectable()
export class EndConversationsJob implements Job {
  readonly name = 'end-conversations';
  readonly everySeconds = 10;

  constructor(private readonly endings: ConversationEndings) {}

  async run(_now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const done = await this.endings.endDue(stopping);
    return { done, text: 'job.conversations_ended', values: { count: done } };
  }
}
