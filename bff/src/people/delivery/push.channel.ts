import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import type { NotificationType } from '@bank/contracts/notifications';
import type { PushAction, PushPayload } from '@bank/contracts/push';
import en from '../../../locales/push.en.json';
import fr from '../../../locales/push.fr.json';
import type { PushMessage } from '../../ports/web-push/web-push';
import { PushTargetsService } from '../push/push-targets.service';
import type { Channel, Message } from './channel';

const words: Record<Language, typeof fr> = { fr, en };

/** The page that a notification of a type opens, unless its kind has a page of its own; otherwise the list of all. */
const pages: Partial<Record<NotificationType, string>> = {
  transaction: '/dashboard/transactions',
  security: '/settings?tab=security',
};
const allNotifications = '/dashboard/notifications';

const urgencies: Partial<Record<NotificationType, PushMessage['urgency']>> = {
  security: 'high',
  warning: 'high',
  error: 'high',
  transaction: 'normal',
};

const day = 24 * 3_600;
/** A message must fit one record of 4 096 bytes (RFC 8030, section 7.2); one character takes at most four bytes and more as JSON. */
const longestBody = 500;

/** Push messages to the user's browsers; each shows a notification once, by its tag. */
@Injectable()
export class PushChannel implements Channel {
  readonly name = 'push';

  constructor(private readonly targets: PushTargetsService) {}

  async send(message: Message): Promise<'delivered' | 'unreachable'> {
    const { notificationId, type, at, to, title, text, page, isDiscreet } = message;
    const { hidden, open } = words[to.language];
    const actions = actionsOf(message);
    const tag = `n${notificationId}`;
    const payload: PushPayload = {
      title,
      body: isDiscreet ? hidden : text.slice(0, longestBody),
      tag,
      open,
      path: actions?.[0]?.path ?? page ?? pages[type] ?? allNotifications,
      language: to.language,
      at: at.getTime(),
      ...(actions && { actions }),
    };
    const urgency = urgencies[type] ?? 'low';
    const pushed = { text: JSON.stringify(payload), topic: tag, urgency, ttlSeconds: day };
    return (await this.targets.send(to.userId, notificationId, pushed)) ? 'delivered' : 'unreachable';
  }
}

/** An online payment is refused at once; approving it needs the page, since it needs a proof. */
function actionsOf({ key, values, to }: Message): PushAction[] | undefined {
  const { challenge, refusal } = values;
  if (key !== 'card_challenge' || !challenge || !refusal) return undefined;
  const { approve, refuse, refused } = words[to.language];
  const call = { path: '/api/carte/challenges/refuse', body: { token: refusal }, done: refused };
  return [
    { action: 'approve', title: approve, path: '/dashboard/cards/payments-to-confirm' },
    { action: 'refuse', title: refuse, call },
  ];
}
