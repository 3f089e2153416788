import { z } from 'zod';
import { cardReasons, type CardReason } from './card-reasons';
import { merchantCategories } from './merchants';
import { amount, currency, foreignAmount } from './money';
import { why } from './next-step';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';
import { digits, optional } from './validation';

/** The place where a card was used. */
export const cardMerchant = z.object({
  /** The name as people know it. */
  name: z.string(),
  city: z.string().nullable(),
  country: z.string(),
  category: z.enum(merchantCategories),
  /** The code of ISO 18245. */
  mcc: z.string(),
});

/** The states of a purchase: `approved` is held, `cleared` at least partly booked. */
export const cardPurchaseStates = ['declined', 'approved', 'cleared', 'reversed', 'expired'] as const;

/** What a card was used for; a refund may come without a purchase. */
export const cardPurchaseKinds = ['purchase', 'cash', 'refund'] as const;

/** A use of a card, from the first moment on, declined ones included. */
export const cardPurchase = z
  .object({
    id: z.int(),
    card_id: z.int(),
    kind: z.enum(cardPurchaseKinds),
    channel: z.enum(['online', 'contactless', 'chip', 'stripe']).nullable(),
    state: z.enum(cardPurchaseStates),
    merchant: cardMerchant,
    /** In the currency of the shop. */
    amount: foreignAmount,
    currency,
    /** The debit of the account. */
    account_amount: amount,
    account_currency: currency,
    /** The part refunded or charged back, in the account's currency. */
    refunded: amount,
    /** Why it was declined, and the code of ISO 8583; `reason_text` has the words and what to do. */
    code: z.string().nullable(),
    reason: z.enum(Object.keys(cardReasons) as [CardReason, ...CardReason[]]).nullable(),
    reason_text: z.string().nullable(),
    why,
    created_at: moment,
  })
  .meta({ id: 'CardPurchase' });
export type CardPurchase = z.infer<typeof cardPurchase>;

export const cardPurchaseList = z.object({ purchases: z.array(cardPurchase), pagination });
export type CardPurchaseList = z.infer<typeof cardPurchaseList>;

export const cardPurchaseQuery = z.strictObject({
  ...pageQuery(20),
  card_id: optional(digits(z.int().positive())),
});
export type CardPurchaseQuery = z.infer<typeof cardPurchaseQuery>;
