import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Outbox } from '../../platform/mail/outbox.service';
import type { Channel, Message } from './channel';

/** Push messages, written to the outbox. */
@Injectable()
export class PushChannel implements Channel {
  readonly name = 'push';

  constructor(
    private readonly outbox: Outbox,
    private readonly config: Config,
  ) {}

  async send({ to, title, text }: Message): Promise<void> {
    const url = `${this.config.shellOrigin}/dashboard/notifications`;
    await this.outbox.write('push.json', JSON.stringify({ to: to.userId, title, text, url }, null, 2));
  }
}
