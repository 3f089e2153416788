import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { MailService } from '../../platform/mail/mail.service';
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
