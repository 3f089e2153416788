import { z } from 'zod';
import { amount } from './money';
import { day, moment } from './time';
import { optional } from './validation';

export const cardTypes = ['standard', 'premium', 'elite'] as const;
export const cardBrands = ['VISA', 'Mastercard'] as const;
export const cardStatuses = ['active', 'blocked', 'inactive'] as const;

/** A card as its holder sees it; the number is masked but for its last four digits. */
export const card = z
  .object({
    id: z.int(),
    card_number: z.string(),
    type: z.enum(cardTypes),
    brand: z.enum(cardBrands),
    status: z.enum(cardStatuses),
    virtual: z.boolean(),
    /** The last day on which the card is valid. */
    expiry_date: day,
    monthly_limit: amount,
    last_used: moment.nullable(),
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof card>;

export const cardList = z.object({ cards: z.array(card) });
export type CardList = z.infer<typeof cardList>;

/** The card that a customer orders; a standard one of plastic unless they say otherwise. */
export const createCardRequest = z.object({
  card_type: z.literal('debit'),
  type: optional(z.enum(cardTypes)),
  virtual: optional(z.boolean()),
});
export type CreateCardRequest = z.infer<typeof createCardRequest>;

export const cardCreated = z.object({ success: z.literal(true), card }).meta({ id: 'CardCreated' });
export type CardCreated = z.infer<typeof cardCreated>;
