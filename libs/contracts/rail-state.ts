import { z } from 'zod';
import { incident } from './incidents';
import { amount, currency, foreignAmount } from './money';
import { moment } from './time';

/** Money of another bank that could not be booked to a customer. */
export const suspenseItem = z
  .object({
    id: z.int(),
    kind: z.enum(['credit', 'return']),
    /** The sender's id of the credit, or of the return. */
    transaction_id: z.string(),
    /** Empty for returned money. */
    debtor_name: z.string(),
    amount: foreignAmount,
    currency,
    /** A code of ISO 20022, or null. */
    reason_code: z.string().nullable(),
    received_at: moment,
  })
  .meta({ id: 'SuspenseItem' });
export type SuspenseItem = z.infer<typeof suspenseItem>;

/** A payment whose answer is late. */
export const doubtfulPayment = z
  .object({ id: z.int(), reference: z.string(), amount, currency, since: moment })
  .meta({ id: 'DoubtfulPayment' });
export type DoubtfulPayment = z.infer<typeof doubtfulPayment>;

/** The rows of each list, and how many payments or messages are counted: one more means that there are more. */
export const railListed = 20;
export const railCounted = 10_000;

/** The connection to other banks; the counts end at `railCounted` + 1, the lists show the newest. */
export const railState = z
  .object({
    /** Without a clearing house nothing is sent and nothing comes. */
    configured: z.boolean(),
    /** The bank's receipts from other banks, less its payments to them. */
    settlement_balance: amount,
    /** Money that came and could not be booked. */
    suspense_balance: amount,
    queued: z.int(),
    sent: z.int(),
    in_doubt: z.int(),
    /** Messages that are sent until they are answered. */
    unanswered: z.object({ count: z.int(), oldest_at: moment.nullable() }),
    /** The payments that wait longest for an answer. */
    doubtful: z.array(doubtfulPayment),
    incidents: z.array(incident),
    suspense: z.array(suspenseItem),
  })
  .meta({ id: 'RailState' });
export type RailState = z.infer<typeof railState>;
