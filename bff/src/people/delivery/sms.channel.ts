import { Injectable } from '@nestjs/common';
import { Outbox } from '../../platform/mail/outbox.service';
import type { Channel, Message } from './channel';

/** Text messages, written to the outbox. */
@Injectable()
export class SmsChannel implements Channel {
  readonly name = 'sms';

  constructor(private readonly outbox: Outbox) {}

  async send({ to, title, text }: Message): Promise<void> {
    if (!to.phone) return;
    const message = { to: to.phone, text: `Bank PCS. ${title}. ${text}` };
    await this.outbox.write('sms.json', JSON.stringify(message, null, 2));
  }
}
