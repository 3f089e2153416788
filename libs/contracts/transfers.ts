import { z } from 'zod';
import { positiveAmount } from './money';
import { optionalText } from './validation';

/** The largest amount of one order, in euros; the daily limit of the account is separate. */
export const orderMaximum = 10_000_000;

/** A customer's description of a transfer or payment, with the maximum length that SEPA transmits. */
export const orderDescription = optionalText(140);

/** Money from the caller's account to another customer's, whose user id is `recipient_id`. */
export const transferRequest = z.object({
  recipient_id: z.int().positive(),
  amount: positiveAmount(orderMaximum),
  description: orderDescription,
});
export type TransferRequest = z.infer<typeof transferRequest>;
