import { Injectable } from '@nestjs/common';
import { isTelephoneNumber, TextMessages } from '../../ports/text-messages/text-messages';
import type { Channel, Message } from './channel';

/** Text messages, to verified numbers only. */
@Injectable()
export class SmsChannel implements Channel {
  readonly name = 'sms';

  constructor(private readonly textMessages: TextMessages) {}

  async send({ id, to, title, text }: Message): Promise<'delivered' | 'unreachable'> {
    if (!this.textMessages.isConfigured || to.phone === null || !isTelephoneNumber(to.phone))
      return 'unreachable';
    await this.textMessages.send(to.phone, `Bank PCS. ${title}. ${text}`, id);
    return 'delivered';
  }
}
