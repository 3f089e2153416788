import { Injectable } from '@nestjs/common';
import { Config } from '../config';
import { MailService } from '../mail/mail.service';
import type { Channel, Message } from './channel';

@Injectable()
export class EmailChannel implements Channel {
  readonly name = 'email';

  constructor(
    private readonly mail: MailService,
    private readonly config: Config,
  ) {}

  async send({ to, title, text }: Message): Promise<void> {
    await this.mail.send(to.email, to.language, 'notification', {
      name: to.firstName,
      title,
      message: text,
      link: `${this.config.shellOrigin}/dashboard/notifications`,
    });
  }
}
