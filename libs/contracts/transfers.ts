import { z } from 'zod';
import { positiveAmount } from './money';
import { descriptionLength, orderMaximum } from './order-limits';
import { optionalText } from './validation';

export { orderMaximum };

/** A customer's description of a transfer or payment. */
export const orderDescription = optionalText(descriptionLength);

/** Money from the caller's account to another customer's, whose user id is `recipient_id`. */
export const transferRequest = z.object({
  recipient_id: z.int().positive(),
  amount: positiveAmount(orderMaximum),
  description: orderDescription,
});
export type TransferRequest = z.infer<typeof transferRequest>;
