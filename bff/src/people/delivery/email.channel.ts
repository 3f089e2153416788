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

  async send({ to, title, text, signIn }: Message): Promise<void> {
    const values = { name: to.firstName, title, message: text };
    if (signIn === undefined) {
      const link = `${this.config.shellOrigin}/dashboard/notifications`;
      await this.mail.send(to.email, to.language, 'notification', { ...values, link });
    } else {
      const link = this.notices.linkOf(signIn.session);
      await this.mail.send(to.email, to.language, 'new_sign_in', {
        ...values,
        ...signIn,
        link,
        days: String(linkDays),
      });
    }
  }
}
