import { Injectable } from '@nestjs/common';
import { AnswerMailer } from '../support/answer-mailer';
import type { Job, JobOutcome } from './job';

/** Sends the answers of support that the mail server did not take at once. */
@Injectable()
export class MailAnswersJob implements Job {
  readonly name = 'mail-answers';
  readonly everySeconds = 60;

  constructor(private readonly mailer: AnswerMailer) {}

  async run(now: Date): Promise<JobOutcome> {
    const done = await this.mailer.sendDue(now);
    return { done, message: `Réponses du support : ${done} envoyées.` };
  }
}
