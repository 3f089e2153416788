import { z } from 'zod';
import { merchantCategories } from './merchants';
import { amount, currency } from './money';
import { defaulting, digits, optional } from './validation';

const sums = {
  /** Payments and withdrawals, at what they took of the account. */
  spent: amount,
  /** Refunds of merchants, in the month in which they arrived. */
  refunded: amount,
};

/** The spending of cards in one month of Paris. */
export const spendingMonth = z
  .object({
    /** `2026-11` */
    month: z.string().regex(/^\d{4}-\d\d$/),
    ...sums,
    /** Those with money only, in the order of lists. */
    categories: z.array(z.object({ category: z.enum(merchantCategories), ...sums })),
  })
  .meta({ id: 'SpendingMonth' });
export type SpendingMonth = z.infer<typeof spendingMonth>;

/** The last months, oldest first, the current one included; in the currency of the account. */
export const cardSpending = z
  .object({ currency, months: z.array(spendingMonth) })
  .meta({ id: 'CardSpending' });
export type CardSpending = z.infer<typeof cardSpending>;

/** The months of one year and the same month of the year before. */
export const mostMonths = 13;

export const cardSpendingQuery = z.strictObject({
  months: digits(defaulting(z.int().min(1).max(mostMonths), 12)),
  card_id: optional(digits(z.int().positive())),
});
export type CardSpendingQuery = z.infer<typeof cardSpendingQuery>;
