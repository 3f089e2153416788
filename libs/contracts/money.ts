import { z } from 'zod';
import { homeCurrency } from './currencies';
import { isExactIn, largestMinor } from './minor-units';
import { rule } from './validation';

export * from './minor-units';

const isTooLarge = (decimal: number) => Math.abs(decimal) * 100 > Number(largestMinor);
const isWholeCents = (decimal: number) => isExactIn(decimal, homeCurrency);

/** An amount to move, in decimal units of its currency: at least 0.01, at most `max`, two decimals at most. */
export const positiveAmount = (max: number) =>
  z
    .number()
    .min(0.01, rule('AMOUNT_MIN'))
    .max(max, rule('AMOUNT_MAX'))
    .refine(isWholeCents, rule('AMOUNT_DECIMALS'));

/** An amount in a response, in decimal units of its currency, of either sign. */
export const amount = z.number().refine(isWholeCents, {
  error: ({ input }) => rule(isTooLarge(Number(input)) ? 'AMOUNT_MAX' : 'AMOUNT_DECIMALS'),
});

/**
 * As `amount`, of what others name: a shop's currency, or that of another bank's order, may have three decimals (ISO 4217), and
 * one without any counts in larger numbers.
 */
export const foreignAmount = z.number();

/** The currency of an account or amount (ISO 4217). */
export const currency = z.string().regex(/^[A-Z]{3}$/);
