import { z } from 'zod';
import { amount, currency, positiveAmount } from './money';
import { why } from './next-step';
import { namedDay } from './named-day';
import { day } from './time';
import { orderDescription, orderMaximum } from './transfers';
import { optional, rule } from './validation';

export const standingFrequencies = ['weekly', 'monthly', 'quarterly'] as const;
export type StandingFrequency = (typeof standingFrequencies)[number];

/** Standing orders of one customer that have not ended. */
export const standingOrdersMaximum = 100;

/** How often an occurrence is attempted: at first, later the same day, and the next morning. */
export const standingAttempts = 3;

/** The fields of a standing order, before the checks over several of them. */
export const standingOrderFields = z.object({
  beneficiary_id: optional(z.int().positive()),
  recipient_id: optional(z.int().positive()),
  amount: positiveAmount(orderMaximum),
  description: orderDescription,
  frequency: z.enum(standingFrequencies),
  first_run: namedDay,
  until: optional(namedDay),
});

/**
 * To a beneficiary's account or to a customer of the bank, by id. `first_run` is a Paris day, today or later; a day that a
 * month does not have is its last. `until` is the last day on which it may run.
 */
export const standingOrderRequest = standingOrderFields
  .refine(({ beneficiary_id: outside, recipient_id: customer }) => (outside ?? customer) !== undefined, {
    path: ['beneficiary_id'],
    message: rule('REQUIRED'),
  })
  .refine(
    ({ beneficiary_id: outside, recipient_id: customer }) => outside === undefined || customer === undefined,
    { path: ['recipient_id'], message: rule('ONE_PAYEE') },
  )
  .refine(({ first_run: first, until }) => until === undefined || until >= first, {
    path: ['until'],
    message: rule('UNTIL_EARLY'),
  });
export type StandingOrderRequest = z.infer<typeof standingOrderRequest>;

/** Of an occurrence: `retrying` until its last attempt, then `completed` or `skipped`. */
export const standingRunStatuses = ['retrying', 'completed', 'skipped'] as const;

/** `reason` is an error code, such as INSUFFICIENT_FUNDS. */
export const standingRun = z.object({
  day,
  status: z.enum(standingRunStatuses),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  why,
});

export const standingOrder = z
  .object({
    id: z.int(),
    beneficiary_id: z.int().nullable(),
    recipient_id: z.int().nullable(),
    /** The beneficiary's name, or a customer's first name and initial. */
    payee: z.string(),
    /** Null for a customer of the bank. */
    account: z.string().nullable(),
    amount,
    currency,
    description: z.string().nullable(),
    frequency: z.enum(standingFrequencies),
    first_run: day,
    until: day.nullable(),
    /** The Paris day of the next occurrence; null when none is left. */
    next_run: day.nullable(),
    last_run: standingRun.nullable(),
  })
  .meta({ id: 'StandingOrder' });
export type StandingOrder = z.infer<typeof standingOrder>;

/** Those with a next run first, the nearest before the others. */
export const standingOrderList = z
  .object({ standing_orders: z.array(standingOrder) })
  .meta({ id: 'StandingOrderList' });
export type StandingOrderList = z.infer<typeof standingOrderList>;
