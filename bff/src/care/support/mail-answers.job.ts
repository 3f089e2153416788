import { Injectable } from '@nestjs/common';
import { AnswerMailer } from './answer-mailer.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';

/** Retries the answers of support that the mail server did not accept. */
@Injectable()
export class MailAnswersJob implements Job {
  readonly name = 'mail-answers';
  readonly everySeconds = 60;

  constructor(private readonly mailer: AnswerMailer) {}

  async run(now: Date): Promise<JobOutcome> {
    const done = await this.mailer.sendDue(now);
    return { done, text: 'job.mailed_answers', values: { count: done } };
  }
}
