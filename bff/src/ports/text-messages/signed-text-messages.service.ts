import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { postSigned } from '../messages/counterpart';
import { isTelephoneNumber, TextMessages } from './text-messages';

const timeoutMs = 5_000;
const longestText = 1_000;

/** The id came with another content: the message that came first was delivered. */
const taken = 409;

/** Text messages over signed HTTP with JSON. */
@Injectable()
export class SignedTextMessagesService extends TextMessages {
  constructor(private readonly config: Config) {
    super();
  }

  get isConfigured(): boolean {
    return this.config.textMessages !== undefined;
  }

  async send(to: string, text: string, id: string = randomUUID()): Promise<void> {
    const { textMessages } = this.config;
    if (!textMessages) throw new Error('no sender of text messages is configured');
    if (!isTelephoneNumber(to)) throw new Error('the number is not one of E.164');
    const body = JSON.stringify({ id, to, text: text.slice(0, longestText) });
    const message = { path: '/messages', type: 'application/json', body };
    const { status } = await postSigned(textMessages, message, timeoutMs);
    if (status !== 200 && status !== taken) throw new Error(`the sender of text messages answered ${status}`);
  }
}
