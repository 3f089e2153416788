import { z } from 'zod';
import { positiveAmount } from './money';
import { optionalText } from './validation';

/** The most that one order may name, in euros; what an account may send in a day is its own limit. */
export const orderMaximum = 10_000_000;

/** What a customer says of a transfer or payment; SEPA carries as many characters to the other bank. */
export const orderDescription = optionalText(140);

/** Money from the caller's account to another customer's, whose user id is `recipient_id`. */
export const transferRequest = z.object({
  recipient_id: z.int().positive(),
  amount: positiveAmount(orderMaximum),
  description: orderDescription,
});
export type TransferRequest = z.infer<typeof transferRequest>;
