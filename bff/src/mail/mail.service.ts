import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { createTransport } from 'nodemailer';
import { Background } from '../common/background';
import { Clock } from '../common/clock';
import { Config } from '../config';
import { composed, type MailTemplate } from './templates';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail server that says nothing must not keep a stop waiting. */
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 };

/** Sends mails by SMTP, or writes each into a file under `outbox` where no server is named. */
@Injectable()
export class MailService {
  private readonly deliver: (mail: Mail) => Promise<unknown>;

  constructor(
    private readonly background: Background,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.deliver = config.smtpUrl ? this.bySmtp(config.smtpUrl) : (mail) => this.intoOutbox(mail);
  }

  /** Sends a mail without being waited for; a failure is logged and never reaches the caller. */
  send(mail: Mail): void {
    this.background.start('mail', () => this.deliver(mail));
  }

  /** Sends one of the mails of `locales/mail.*.json` in the person's language. */
  sendTemplate(to: string, language: Language, template: MailTemplate, values: Record<string, string>): void {
    this.send({ to, ...composed(template, language, values) });
  }

  private bySmtp(url: string): (mail: Mail) => Promise<unknown> {
    const transport = createTransport({ url, ...smtpTimeouts }, { from: this.config.mailFrom });
    return (mail) => transport.sendMail(mail);
  }

  /** The file appears whole under its name, so that whoever watches the folder never reads half a mail. */
  private async intoOutbox(mail: Mail): Promise<void> {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail({ from: this.config.mailFrom, ...mail });
    const folder = join(this.config.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${this.clock.now().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}`;
    const draft = join(folder, `.${name}.draft`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, join(folder, `${name}.eml`));
  }
}
