import { z } from 'zod';
import { cardBrands, cardStatuses, cardTypes } from '@bank/contracts/cards';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { cardEnds, cardState, deliveryStates, type StateFacts } from './card-state';

const selectCard = `
  SELECT id, status, last_four AS lastFour, DATE_FORMAT(expiry_date, '%Y-%m-%d') AS expiryDate, account_id AS accountId,
    type, brand, \`virtual\`, once, delivery, ended, per_payment AS perPayment, per_day AS perDay, per_month AS perMonth,
    blocked_by_bank AS blockedByBank
  FROM cards WHERE id = ? FOR UPDATE`;
const cardRow = rowOf({
  id: whole,
  status: z.enum(cardStatuses),
  lastFour: text,
  expiryDate: text,
  accountId: whole,
  type: z.enum(cardTypes),
  brand: z.enum(cardBrands),
  virtual: flag,
  once: flag,
  delivery: z.enum(deliveryStates),
  ended: z.enum(cardEnds).nullable(),
  blockedByBank: flag,
  perPayment: minor.nullable(),
  perDay: minor.nullable(),
  perMonth: minor.nullable(),
});
const readAccount = `
  SELECT COALESCE(user_id, 0) AS userId, currency, card_limit AS monthlyLimit, withdrawal_limit AS withdrawalLimit
  FROM accounts WHERE id = ?`;
const accountRow = rowOf({ userId: whole, currency: text, monthlyLimit: minor, withdrawalLimit: minor });

/**
 * A card whose row this transaction holds locked, and the account that it draws on. `expiryDate` is the last day on which it
 * is valid; limits are minor units: what the account's cards may spend in a month, what may be withdrawn in a day, and what the
 * holder set for the card; null where they set nothing.
 */
export type LockedCard = z.output<typeof cardRow> & z.output<typeof accountRow>;

/**
 * Locks a card. Its account is only read: the ledger locks accounts, always after the card.
 * @throws ApiException NOT_FOUND when there is no such card.
 */
export async function lockCard(tx: Transaction, id: number): Promise<LockedCard> {
  const card = await tx.found(cardRow, selectCard, [id]);
  return { ...card, ...(await tx.one(accountRow, readAccount, [card.accountId])) };
}

/**
 * Locks one of a user's cards.
 * @throws ApiException NOT_FOUND when there is no such card, or it belongs to another user.
 */
export async function lockOwnCard(tx: Transaction, userId: number, id: number): Promise<LockedCard> {
  const card = await lockCard(tx, id);
  if (card.userId !== userId) throw new ApiException('NOT_FOUND', { isOfAnother: true });
  return card;
}

/**
 * The reason why a card may not be used on a Paris day: it is blocked, inactive or expired. Undefined when it may.
 */
export function cardRefusal({ status, expiryDate }: Pick<LockedCard, 'status' | 'expiryDate'>, day: string) {
  if (status === 'blocked') return 'CARD_BLOCKED';
  return status === 'inactive' || expiryDate < day ? 'CARD_INACTIVE' : undefined;
}

/** @throws ApiException CARD_INACTIVE for a card that is lost or expired on a Paris day. */
export function refuseEnded(card: StateFacts, day: string): void {
  const state = cardState(card, day);
  if (state === 'lost' || state === 'expired') throw new ApiException('CARD_INACTIVE');
}

/** @throws as `refuseEnded`; INVALID_FIELDS for a virtual card, which has neither a chip nor a PIN. */
export function refusePin(card: StateFacts & Pick<LockedCard, 'virtual'>, day: string): void {
  refuseEnded(card, day);
  if (card.virtual) throw new ApiException('INVALID_FIELDS', { fields: { pin: 'VIRTUAL_CARD_PIN' } });
}
