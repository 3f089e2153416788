import { decimalsOf, isOffered } from '@bank/contracts/currencies';
import { toMinor } from '@bank/contracts/money';
import { z } from 'zod';
import { shopOf, shops } from './shops';

/** The requests of a person at the page, a test or a bench for a card. */

/** A month as it is printed on cards, `11/30`, in the network's form; any other text as it is. */
const asMonth = (text: string) => text.replace(/^(\d\d) ?\/ ?(\d\d)$/, '20$2-$1');

const digitsOnly = (text: string) => text.replace(/[\s-]/g, '');
const shopId = z.enum(shops.map(({ id }) => id) as [string, ...string[]]);
const decimal = z.number().positive().max(999_999_999);

/** Minor units of a decimal; zod's fault for more decimals than the currency has. */
function minorIn(amount: number, currency: string, context: z.RefinementCtx): bigint {
  try {
    return toMinor(amount, currency);
  } catch {
    context.addIssue({ code: 'custom', path: ['amount'], message: `${decimalsOf(currency)} decimals` });
    return z.NEVER;
  }
}

export const cardPaymentSchema = z
  .object({
    number: z
      .string()
      .transform(digitsOnly)
      .pipe(z.string().regex(/^\d{12,19}$/)),
    expiry: z
      .string()
      .trim()
      .transform(asMonth)
      .pipe(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
    code: z
      .string()
      .regex(/^\d{3,4}$/)
      .optional(),
    pin: z
      .string()
      .regex(/^\d{4,6}$/)
      .optional(),
    shop: shopId,
    mode: z.enum(['ECOM', 'CTLS', 'CICC']).optional(),
    amount: decimal,
    currency: z.string().refine(isOffered, 'currency').optional(),
    /** Cleared as soon as it is approved. */
    clears: z.boolean().default(true),
  })
  .transform(({ amount, ...rest }, context) => {
    const currency = rest.currency ?? shopOf(rest.shop).currency;
    return { ...rest, currency, amount: minorIn(amount, currency, context) };
  });
export type CardPaymentRequest = z.output<typeof cardPaymentSchema>;

/** A part of a payment, minor units of its currency; by default the rest. */
export const cardActionSchema = z.object({
  amount: z
    .number()
    .int()
    .positive()
    .max(2 ** 50)
    .transform(BigInt)
    .optional(),
  isFinal: z.boolean().optional(),
  isReversal: z.boolean().optional(),
});
export type CardActionRequest = z.output<typeof cardActionSchema>;

export const cardReferenceSchema = z.object({ reference: z.string().regex(/^[A-Za-z0-9-]{1,35}$/) });

export const settlementDaySchema = z.object({ day: z.iso.date().optional() });
