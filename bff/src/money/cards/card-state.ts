import type { Card, CardState } from '@bank/contracts/cards';

/** Three wrong PINs block the PIN (the bank and the world, section 5). */
export const mostPinTries = 3;

/** Wrong codes in a row, after which online payments are switched off: a code has a thousand values. */
export const mostCodeTries = 5;

/** The delivery of plastic; `none` for a virtual card. */
export const deliveryStates = ['none', 'ordered', 'shipped', 'activated'] as const;

/** Why a card ended before its last day. */
export const cardEnds = ['lost', 'used'] as const;

/** The facts that determine a card's state. */
export interface StateFacts {
  status: Card['status'];
  delivery: (typeof deliveryStates)[number];
  ended: (typeof cardEnds)[number] | null;
  /** The last day on which the card is valid. */
  expiryDate: string;
}

/**
 * The state of a card on a Paris day. A new plastic card pays online from the start while it is ordered and shipped; shops
 * and machines need its activation. An inactive card that was not lost has expired, also one for one purchase after it.
 */
export function cardState({ status, delivery, ended, expiryDate }: StateFacts, day: string): CardState {
  if (ended === 'lost') return 'lost';
  if (status === 'inactive' || expiryDate < day) return 'expired';
  if (status === 'blocked') return 'blocked';
  return delivery === 'ordered' || delivery === 'shipped' ? delivery : 'active';
}
