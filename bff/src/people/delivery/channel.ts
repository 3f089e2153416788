import type { Language } from '@bank/contracts/language';

export interface Message {
  /** The same whenever the message is sent again. */
  id: string;
  /** `phone` is the verified number (E.164), if any. */
  to: { userId: number; email: string; phone: string | null; firstName: string; language: Language };
  title: string;
  text: string;
}

export type ChannelName = 'email' | 'sms' | 'push';

export interface Channel {
  readonly name: ChannelName;
  /**
   * Resolves when the message was handed over, or the user cannot be reached that way.
   * @throws Error when it was not accepted and should be retried.
   */
  send(message: Message): Promise<void>;
}

/** Injection token of the channels, in the order of delivery. */
export const allChannels = Symbol('channels');
