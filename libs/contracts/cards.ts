import { z } from 'zod';
import { amount } from './money';
import { moment } from './time';

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
    expiry_date: z.string(),
    monthly_limit: amount,
    last_used: moment.nullable(),
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof card>;

export const cardList = z.object({ cards: z.array(card) });
export type CardList = z.infer<typeof cardList>;
