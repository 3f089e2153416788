import type { z } from 'zod';
import { z as schema } from 'zod';
import { cardPurchaseKinds } from '@bank/contracts/card-purchases';
import { cardStatuses, cardTypes } from '@bank/contracts/cards';
import { bytes, flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { Query, Statement, Transaction } from '../../platform/database/database';
import { activeUser } from '../../people/users/active-user';
import { cardEnds, deliveryStates } from '../cards/card-state';

export const purchaseStates = ['new', 'declined', 'held', 'booked', 'reversed', 'expired'] as const;

const begin = `
  INSERT INTO card_purchases (reference, created_at) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = card_purchases.id`;
const purchaseColumns = `
  id, reference, card_id AS cardId, account_id AS accountId, state, kind, code, approval_code AS approvalCode, amount,
  currency, cleared, reversed, charged_back AS chargedBack, reserved, counted, merchant_name AS merchantName,
  merchant_country AS merchantCountry, category, created_at AS createdAt`;
const select = `SELECT ${purchaseColumns} FROM card_purchases WHERE reference = ? FOR UPDATE`;
const purchaseRow = rowOf({
  id: whole,
  reference: text,
  cardId: whole.nullable(),
  accountId: whole.nullable(),
  state: schema.enum(purchaseStates),
  kind: schema.enum(cardPurchaseKinds).nullable(),
  code: text.nullable(),
  approvalCode: text.nullable(),
  amount: minor,
  currency: text.nullable(),
  cleared: minor,
  reversed: minor,
  chargedBack: minor,
  reserved: minor,
  counted: minor,
  merchantName: text.nullable(),
  merchantCountry: text.nullable(),
  category: text.nullable(),
  createdAt: moment,
});
/** A purchase whose row this transaction holds locked. */
export type Purchase = z.output<typeof purchaseRow>;
const onePurchase = purchaseRow.array().transform((rows) => {
  const [row] = rows;
  if (!row) throw new Error('a purchase that was begun is not there');
  return row;
});

const selectCard = `
  SELECT id, type, account_id AS accountId, status, delivery, ended, DATE_FORMAT(expiry_date, '%Y-%m-%d') AS expiryDate,
    last_four AS lastFour, \`virtual\`, once, number_key AS numberKey, pin_digest AS pinDigest, pin_key AS pinKey, pin_tries AS pinTries,
    code_tries AS codeTries, per_payment AS perPayment, per_day AS perDay, per_month AS perMonth,
    cash_per_day AS cashPerDay, online, contactless, cash, abroad, blocked_by_bank AS blockedByBank
  FROM cards WHERE number_digest IN (?) FOR UPDATE`;
const cardRow = rowOf({
  id: whole,
  type: schema.enum(cardTypes),
  accountId: whole,
  status: schema.enum(cardStatuses),
  expiryDate: text,
  lastFour: text,
  delivery: schema.enum(deliveryStates),
  ended: schema.enum(cardEnds).nullable(),
  virtual: flag,
  once: flag,
  numberKey: whole,
  pinDigest: bytes.nullable(),
  pinKey: whole.nullable(),
  pinTries: whole,
  codeTries: whole,
  perPayment: minor.nullable(),
  perDay: minor.nullable(),
  perMonth: minor.nullable(),
  cashPerDay: minor.nullable(),
  online: flag,
  contactless: flag,
  cash: flag,
  abroad: flag,
  blockedByBank: flag,
});
/** A card whose row this transaction holds locked. */
export type PayingCard = z.output<typeof cardRow>;
const maybeCard = cardRow.array().transform((rows) => rows[0]);

const ownerColumns = `a.id AS accountId, a.currency, a.user_id AS userId,
    a.closed_at IS NOT NULL OR u.deleted_at IS NOT NULL AS closed, a.card_limit AS cardLimit, a.withdrawal_limit AS withdrawalLimit,
    ${activeUser()} AS isActive`;
/** Read without a lock: the ledger locks accounts, after cards. */
const selectOwner = `
  SELECT ${ownerColumns}
  FROM cards c JOIN accounts a ON a.id = c.account_id JOIN users u ON u.id = a.user_id WHERE c.number_digest IN (?)`;
const ownerRow = rowOf({
  accountId: whole,
  currency: text,
  userId: whole,
  closed: flag,
  cardLimit: minor,
  withdrawalLimit: minor,
  isActive: flag,
});
/** The account that a card draws on, and its owner. */
export type CardAccount = z.output<typeof ownerRow>;
const maybeOwner = ownerRow.array().transform((rows) => rows[0]);
const oneOwner = maybeOwner.transform((owner) => {
  if (!owner) throw new Error('the account of a card is not there');
  return owner;
});

const ownerOf = `
  SELECT ${ownerColumns}
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ?`;

/**
 * Locks the purchase of a reference, created if it is new, so that all messages about one purchase are serialized,
 * whatever their order. Locks are taken in the order purchase, card, accounts.
 */
export async function lockPurchase(tx: Transaction, reference: string, now: Date): Promise<Purchase> {
  const [, purchase] = await tx.together([beginning(reference, now), purchaseQuery(reference)]);
  return purchase;
}

/** As `lockPurchase`, with the card of a number, if there is one. */
export async function lockPurchaseAndCard(
  tx: Transaction,
  reference: string,
  digests: Buffer[],
  now: Date,
): Promise<{ purchase: Purchase; card: PayingCard | undefined; account: CardAccount | undefined }> {
  const cards: Query<typeof maybeCard> = [selectCard, [digests], maybeCard];
  const owners: Query<typeof maybeOwner> = [selectOwner, [digests], maybeOwner];
  const [, purchase, card, account] = await tx.together([
    beginning(reference, now),
    purchaseQuery(reference),
    cards,
    owners,
  ]);
  return { purchase, card, account };
}

/** The account of a purchase, and its owner. */
export const accountOf = (tx: Transaction, accountId: number): Promise<CardAccount> =>
  tx.one(ownerRow, ownerOf, [accountId]);

/**
 * The query of `accountOf`. Sent behind the lock of the account, it also sees the end of the relation that the lock waited for.
 */
export const accountQuery = (accountId: number): Query<typeof oneOwner> => [ownerOf, [accountId], oneOwner];

const beginning = (reference: string, now: Date): Statement => [begin, [reference, now]];
const purchaseQuery = (reference: string): Query<typeof onePurchase> => [select, [reference], onePurchase];
