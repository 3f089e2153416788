import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { createTransport } from 'nodemailer';
import { Background } from '../common/background';
import { Config } from '../config';
import { mailAddress } from './mail-address';
import { Outbox } from './outbox';
import { composed, type MailTemplate } from './templates';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail server that says nothing must not keep a stop waiting. */
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 };

/** Sends mails by SMTP, or writes each into the outbox where no server is named. */
@Injectable()
export class MailService {
  private readonly deliver: (mail: Mail) => Promise<unknown>;

  constructor(
    private readonly background: Background,
    private readonly config: Config,
    private readonly outbox: Outbox,
  ) {
    this.deliver = config.smtpUrl ? this.bySmtp(config.smtpUrl) : this.byOutbox();
  }

  /**
   * Sends one of the mails of `locales/mail.*.json` in the person's language.
   * @throws the error of the mail server that did not take it.
   */
  async send(
    to: string,
    language: Language,
    template: MailTemplate,
    values: Record<string, string>,
  ): Promise<void> {
    await this.deliver({ to, ...composed(template, language, values) });
  }

  /** The same without being waited for; a failure is logged and never reaches the caller. */
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
      await this.outbox.write('eml', message as Buffer);
    };
  }
}
