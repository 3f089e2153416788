import { z } from 'zod';
import { cardMerchant } from './card-purchases';
import { currency, foreignAmount } from './money';

/** The details of one movement that lists leave out. */
export const transactionDetail = z
  .object({
    /** Of a card: which one, where, and the amount in the shop's currency. */
    purchase: z
      .object({
        merchant: cardMerchant,
        amount: foreignAmount,
        currency,
        /** Absent from older servers. */
        card: z.object({ id: z.int(), card_number: z.string() }).optional(),
      })
      .nullable(),
    /** The other side of a transfer between customers. */
    counterparty: z.object({ recipient_id: z.int(), name: z.string() }).nullable(),
  })
  .meta({ id: 'TransactionDetail' });
export type TransactionDetail = z.infer<typeof transactionDetail>;
