import { isSepa } from '@bank/contracts/iban';
import type { CardReason } from '@bank/contracts/card-reasons';
import { limitsInForce } from '../cards/card-limits';
import { cardState, mostPinTries } from '../cards/card-state';
import type { CardAuthorization } from '../../ports/card-network/card-network';
import type { CardAccount, PayingCard } from './purchase';

/** The bank's country: everywhere else is abroad. */
const home = 'FR';
/** The maximum of a contactless payment without PIN, cents (Delegated Regulation (EU) 2018/389, article 11). */
const contactlessWithoutPin = 5_000n;
/** The maximum of contactless payments in a row without authentication (article 11). */
export const contactlessInARow = 5;

/** Limits of an online payment without a challenge, cents and number (article 16): each, and those since the last challenge. */
export const unchallenged = { each: 3_000n, together: 10_000n, count: 5 } as const;

type Asked = Pick<CardAuthorization, 'kind' | 'channel' | 'merchant'>;

/** The reason why a card cannot be used for this at all; undefined when it can. PIN, code and money are judged later. */
export function refusalOfCard(
  card: PayingCard,
  account: CardAccount,
  { kind, channel, merchant }: Asked,
  day: string,
): CardReason | undefined {
  const state = cardState(card, day);
  if (state === 'expired' && card.once && day <= card.expiryDate) return 'once_used';
  // Its holder cannot unblock a card that the bank blocked.
  if (state === 'blocked' && card.blockedByBank) return 'account';
  if (state === 'lost' || state === 'expired' || state === 'blocked') return state;
  if (!account.isActive || account.closed) return 'account';
  if (state !== 'active' && channel !== 'online') return 'not_activated';
  if (kind === 'cash' && card.virtual) return 'cash_virtual';
  if (kind === 'cash' && !card.cash) return 'cash_off';
  if (channel === 'online' && !card.online) return 'online_off';
  if (channel === 'contactless' && !card.contactless) return 'contactless_off';
  return merchant.country !== home && !card.abroad ? 'abroad_off' : undefined;
}

/** Whether a PIN is required: a card that is read, except small contactless payments. */
export const needsPin = ({ kind, channel }: Asked, worth: bigint): boolean =>
  channel !== 'online' && (kind === 'cash' || channel !== 'contactless' || worth > contactlessWithoutPin);

/** The reason why a PIN cannot be tried; undefined when it can. */
export function refusalOfPin(card: PayingCard, pin: string | undefined): CardReason | undefined {
  if (card.virtual) return 'pin_virtual';
  if (card.pinTries >= mostPinTries) return 'pin_blocked';
  if (pin === undefined) return 'pin_needed';
  return card.pinDigest === null ? 'no_pin' : undefined;
}

/** The reason for refusing a payment without the required PIN; a virtual card cannot be inserted. */
export const withoutPin = ({ virtual }: PayingCard): CardReason => (virtual ? 'pin_virtual' : 'pin_needed');

/** Whether the PIN is due because of the contactless payments before. */
export const isPinDue = ({ channel }: Pick<Asked, 'channel'>, before: Pick<Unchallenged, 'count'>): boolean =>
  channel === 'contactless' && before.count >= contactlessInARow;

/** Whether a payment with a PIN may follow a contactless try without it. */
export const mayBeSecondTry = (asked: Asked & Pick<CardAuthorization, 'card'>, worth: bigint): boolean =>
  asked.card.pin !== undefined && !needsPin({ ...asked, channel: 'contactless' }, worth);

/** The earlier spending of the card and its account, minor units of the account; see `card-totals.ts`. */
interface Spent {
  cardDay: bigint;
  cardMonth: bigint;
  cardCash: bigint;
  accountMonth: bigint;
  accountCash: bigint;
}

/** The limit that an amount would exceed; undefined when it exceeds none. */
export function refusalOfLimits(
  card: PayingCard,
  account: CardAccount,
  spent: Spent,
  { kind, amount }: { kind: CardAuthorization['kind']; amount: bigint },
): CardReason | undefined {
  const limits = limitsInForce(card, { ...account, type: card.type, monthlyLimit: account.cardLimit });
  const exceeds = (limit: bigint, before: bigint) => before + amount > limit;
  if (card.perPayment !== null && exceeds(card.perPayment, 0n)) return 'per_payment';
  if (kind === 'cash') {
    const isTooMuch = exceeds(limits.cash_per_day, spent.cardCash);
    return isTooMuch || exceeds(account.withdrawalLimit, spent.accountCash) ? 'cash_per_day' : undefined;
  }
  if (exceeds(limits.per_day, spent.cardDay)) return 'per_day';
  const isMonth =
    exceeds(limits.per_month, spent.cardMonth) || exceeds(account.cardLimit, spent.accountMonth);
  return isMonth ? 'per_month' : undefined;
}

/** Payments of a card through one channel since its holder last authenticated. */
interface Unchallenged {
  sum: bigint;
  count: number;
}

/** Whether an online payment needs no challenge: it is small, in Europe, and follows few others. */
export function isLowRisk(
  card: PayingCard,
  { country }: { country: string },
  worth: bigint,
  before: Unchallenged,
): boolean {
  const { each, together, count } = unchallenged;
  const isSmall = worth <= each && before.sum + worth <= together && before.count < count;
  return isSmall && card.codeTries === 0 && isSepa(country);
}
