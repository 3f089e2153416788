import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { MailService } from '../../platform/mail/mail.service';
import { linkDays, SignInNotices } from '../auth/sign-in-notices.service';
import type { Channel, Message } from './channel';

@Injectable()
export class EmailChannel implements Channel {
  readonly name = 'email';

  constructor(
    private readonly mail: MailService,
    private readonly config: Config,
    private readonly notices: SignInNotices,
  ) {}

  async send({ to, title, text, key, values }: Message): Promise<void> {
    const words = { name: to.firstName, title, message: text };
    if (key === 'new_sign_in' && values.session) {
      const link = this.notices.linkOf(values.session);
      const more = { device: values.device ?? '', link, days: String(linkDays) };
      await this.mail.send(to.email, to.language, 'new_sign_in', { ...words, ...more });
    } else {
      const link = `${this.config.shellOrigin}/dashboard/notifications`;
      await this.mail.send(to.email, to.language, 'notification', { ...words, link });
    }
  }
}
