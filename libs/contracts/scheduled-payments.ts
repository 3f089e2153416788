import { z } from 'zod';
import { amount, currency, positiveAmount } from './money';
import { namedDay } from './named-day';
import { day, moment } from './time';
import { optional, rule, text } from './validation';

export const frequencies = ['weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Scheduled debits of one customer that were not deleted. */
export const scheduledPaymentsMaximum = 100;

/** Above every card's limit, which is checked separately. */
const largestDebit = 1_000_000;

/** A recurring debit; `next_run` is the beginning, in Paris, of the day of its next occurrence. */
export const scheduledPayment = z
  .object({
    id: z.int(),
    card_id: z.int(),
    amount,
    currency,
    active: z.boolean(),
    next_run: moment,
    label: z.string(),
    frequency: z.enum(frequencies),
    /** The Paris day from which occurrences are counted, so that a monthly debit of the 31st stays one. */
    first_run: day,
  })
  .meta({ id: 'ScheduledPayment' });
export type ScheduledPayment = z.infer<typeof scheduledPayment>;

export const scheduledPaymentList = z
  .object({ scheduled: z.array(scheduledPayment) })
  .meta({ id: 'ScheduledPaymentList' });
export type ScheduledPaymentList = z.infer<typeof scheduledPaymentList>;

/**
 * `first_run` is a Paris day, today or later; a monthly debit runs on the same day, or on the last of a shorter month.
 */
export const createScheduledPaymentRequest = z.object({
  card_id: z.int().positive(),
  amount: positiveAmount(largestDebit),
  label: text(140),
  frequency: z.enum(frequencies),
  first_run: namedDay,
});
export type CreateScheduledPaymentRequest = z.infer<typeof createScheduledPaymentRequest>;

/** Names one debit by `id`, or all debits of a card by `card_id`; a debit named with both must be the card's. */
export const switchScheduledPaymentsRequest = z
  .object({ id: optional(z.int().positive()), card_id: optional(z.int().positive()) })
  .refine(({ id, card_id }) => id !== undefined || card_id !== undefined, {
    path: ['card_id'],
    message: rule('REQUIRED'),
  });
export type SwitchScheduledPaymentsRequest = z.infer<typeof switchScheduledPaymentsRequest>;

export const scheduledPaymentsSwitched = z
  .object({ success: z.literal(true) })
  .meta({ id: 'ScheduledPaymentsSwitched' });
export type ScheduledPaymentsSwitched = z.infer<typeof scheduledPaymentsSwitched>;
