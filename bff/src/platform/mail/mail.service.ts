import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { createTransport } from 'nodemailer';
import { BackgroundTasks } from '../tasks/background-tasks.service';
import { Config } from '../config/config';
import { mailAddress } from '../config/mail-address';
import { Outbox } from './outbox.service';
import { composed, type MailTemplate } from './templates';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
}

/** An unresponsive mail server must not delay a shutdown. */
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 };

/** Sends mails by SMTP, or writes them to the outbox when no server is configured. */
@Injectable()
export class MailService {
  private readonly deliver: (mail: Mail) => Promise<unknown>;

  constructor(
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly outbox: Outbox,
  ) {
    this.deliver = config.smtpUrl ? this.bySmtp(config.smtpUrl) : this.byOutbox();
  }

  /** Sends a mail of `locales/mail.*.json`. @throws the error of the mail server. */
  async send(
    to: string,
    language: Language,
    template: MailTemplate,
    values: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<void> {
    await this.deliver({ to, ...composed(template, language, values), headers });
  }

  /** Sends a mail in the background; a failure is logged only. */
  sendTemplate(to: string, language: Language, template: MailTemplate, values: Record<string, string>): void {
    this.background.start('mail', () => this.send(to, language, template, values));
  }

  private bySmtp(url: string): (mail: Mail) => Promise<unknown> {
    const transport = createTransport(
      { ...mailAddress(url), ...smtpTimeouts },
      { from: this.config.mailFrom },
    );
    return (mail) => transport.sendMail(mail);
  }

  private byOutbox(): (mail: Mail) => Promise<unknown> {
    const composer = createTransport(
      { streamTransport: true, buffer: true, newline: 'windows' },
      { from: this.config.mailFrom },
    );
    return async (mail) => {
      const { message } = await composer.sendMail(mail);
      await this.outbox.write(message as Buffer);
    };
  }
}
