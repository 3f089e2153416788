import type { Language } from '@bank/contracts/language';

/** What a person is told outside the screens, already in their language. */
export interface Message {
  to: { userId: number; email: string; phone: string | null; firstName: string; language: Language };
  title: string;
  text: string;
}

export type ChannelName = 'email' | 'sms' | 'push';

/** A way to reach a person; another service behind it is another class. */
export interface Channel {
  readonly name: ChannelName;
  /**
   * Answers when the message is in the hands of whoever carries it, or the person has no such address.
   * @throws when it was not taken and should be tried again.
   */
  send(message: Message): Promise<void>;
}

/** Where the channels are injected, in the order in which a person is reached. */
export const allChannels = Symbol('channels');
