import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { linkDays, SignInNotices } from '../auth/sign-in-notices.service';
import { unsubscribeToken } from '../notifications/unsubscribe-token';
import type { Channel, Message } from './channel';
import { refusalOf } from './mail-refusal';

const markBounce = `
  INSERT INTO mail_bounces (user_id, email, code, at) VALUES (?)
  ON DUPLICATE KEY UPDATE email = VALUES(email), code = VALUES(code), at = VALUES(at)`;

/** Mail. A permanently refused address is marked: bulk messages are not sent there again. */
@Injectable()
export class EmailChannel implements Channel {
  readonly name = 'email';

  constructor(
    private readonly mail: MailService,
    private readonly config: Config,
    private readonly notices: SignInNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async send(message: Message): Promise<'delivered' | 'unreachable'> {
    const { userId, email } = message.to;
    if (email === null || (message.written && message.bounced)) return 'unreachable';
    try {
      await this.hand(message, email);
      return 'delivered';
    } catch (error) {
      const code = refusalOf(error);
      if (code === undefined) throw error;
      await this.database.write(markBounce, [[userId, email, code, this.clock.now()]]);
      return 'unreachable';
    }
  }

  private async hand({ to, title, text, key, values, written }: Message, email: string): Promise<void> {
    const words = { name: to.firstName, title, message: text };
    if (key === 'new_sign_in' && values.session) {
      const link = this.notices.linkOf(values.session);
      const more = { device: values.device ?? '', link, days: String(linkDays) };
      await this.mail.send(email, to.language, 'new_sign_in', { ...words, ...more });
    } else if (written?.marketing) {
      const token = unsubscribeToken(this.config.signingKey, to.userId, written.id);
      const link = `${this.config.shellOrigin}/unsubscribe?token=${token}`;
      await this.mail.send(email, to.language, 'marketing', { ...words, link }, oneClickHeaders(link));
    } else {
      const link = `${this.config.shellOrigin}/dashboard/notifications`;
      await this.mail.send(email, to.language, 'notification', { ...words, link });
    }
  }
}

/** RFC 8058: a mail program ends the messages by one POST, without a page. */
const oneClickHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
