import { Injectable } from '@nestjs/common';
import { Config } from '../config';
import { Outbox } from '../mail/outbox';
import type { Channel, Message } from './channel';

/** Notices on a person's devices, into the outbox. */
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
