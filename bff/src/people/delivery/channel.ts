import type { Language } from '@bank/contracts/language';
import type { NotificationType } from '@bank/contracts/notifications';

export interface Message {
  /** The same whenever the message is sent again. */
  id: string;
  notificationId: number;
  type: NotificationType;
  at: Date;
  /** `email` is null while nobody has proved the address that staff set, and `phone` the verified number (E.164), if any. */
  to: { userId: number; email: string | null; phone: string | null; firstName: string; language: Language };
  title: string;
  text: string;
  /** The page of the customer site where something can be done about it. */
  page: string | undefined;
  /** The text's name and values, from which actions are derived. */
  key: string;
  values: Record<string, string>;
  /** The text has amounts, and the user does not want any on a locked screen. */
  isDiscreet: boolean;
  /** Only for a bulk message: its words, and whether it is marketing. */
  written: { id: number; marketing: boolean } | null;
  /** Mail to the user's address came back before. */
  bounced: boolean;
}

export type ChannelName = 'email' | 'sms' | 'push';

export interface Channel {
  readonly name: ChannelName;
  /**
   * Resolves to `delivered` when the message was handed over, to `unreachable` when the user cannot be reached that way.
   * @throws Error when it was not accepted and should be retried.
   */
  send(message: Message): Promise<'delivered' | 'unreachable'>;
}

/** Injection token of the channels, in the order of delivery. */
export const allChannels = Symbol('channels');
