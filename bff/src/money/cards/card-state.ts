import type { Card, CardState } from '@bank/contracts/cards';

/** Three wrong PINs block the PIN (the bank and the world, section 5). */
export const mostPinTries = 3;

/** Wrong codes in a row, after which online payments are switched off: a code has a thousand values. */
export const mostCodeTries = 5;

/** The facts that determine a card's state. */
export interface StateFacts {
  status: Card['status'];
  delivery: 'none' | 'ordered' | 'shipped' | 'activated';
  ended: 'lost' | 'used' | null;
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
