import { z } from 'zod';
import { compactCreditorId, isCreditorId } from './creditor-identifier';
import { amount, currency, foreignAmount } from './money';
import { why } from './next-step';
import { digits, optional, rule, text } from './validation';
import { id, pageQuery, pagination } from './pagination';
import { day, moment } from './time';

/** How long a debit is refunded without a reason, and how long where there was no mandate (PSD2, articles 71 and 77). */
export const refundWeeks = 8;
export const noMandateMonths = 13;

/** A collection of the same creditor, mandate and amount within so many days is held for so many hours. */
export const shieldDays = 5;
export const shieldHours = 24;

/** The creditors allowed: all, those of the customer's list, or none. */
export const directDebitModes = ['all', 'listed', 'none'] as const;
export type DirectDebitMode = (typeof directDebitModes)[number];

/**
 * `upcoming` until its day, `held` while the customer is asked; then `booked`, or `refused` before the money left the
 * bank, or `returned` after it. A booked one may be `refunded`.
 */
export const directDebitStatuses = ['upcoming', 'held', 'booked', 'refused', 'returned', 'refunded'] as const;
export type DirectDebitStatus = (typeof directDebitStatuses)[number];

/** Why a customer wants a refund; `no_mandate` blocks the mandate as well. */
export const refundReasons = ['no_mandate', 'wrong_amount', 'twice', 'other'] as const;
export type RefundReason = (typeof refundReasons)[number];

export const refundFields = z.object({ reason: optional(z.enum(refundReasons)) });
/** The body may be left out. */
export const refundRequest = z.preprocess((body) => body ?? {}, refundFields);
export type RefundRequest = z.infer<typeof refundRequest>;

export const directDebit = z
  .object({
    id: z.int(),
    /** Null for one that was refused before it had a mandate. */
    mandate_id: z.int().nullable(),
    creditor_id: z.string(),
    creditor_name: z.string(),
    mandate_reference: z.string(),
    /** As it was asked for, also where the bank refused its currency. */
    amount: foreignAmount,
    currency,
    description: z.string().nullable(),
    /** The Paris day on which it is booked. */
    due_on: day,
    status: z.enum(directDebitStatuses),
    /** Why it was refused, returned or refunded (ISO 20022). */
    reason_code: z.string().nullable(),
    /** Until then the customer may answer; afterwards a held one passes. */
    held_until: moment.nullable(),
    booked_at: moment.nullable(),
    /** The last days on which a booked one is refunded: without a reason, and where there was no mandate. */
    refundable_until: day.nullable(),
    contestable_until: day.nullable(),
    why,
  })
  .meta({ id: 'DirectDebit' });
export type DirectDebit = z.infer<typeof directDebit>;

export const directDebitListQuery = z.strictObject({
  ...pageQuery(20),
  status: optional(z.enum(directDebitStatuses)),
  mandate_id: optional(digits(id)),
});
export type DirectDebitListQuery = z.infer<typeof directDebitListQuery>;

/** Those that are due last come first. */
export const directDebitList = z
  .object({ direct_debits: z.array(directDebit), pagination })
  .meta({ id: 'DirectDebitList' });
export type DirectDebitList = z.infer<typeof directDebitList>;

const collected = z.object({ amount, currency, day });

export const mandate = z
  .object({
    id: z.int(),
    creditor_id: z.string(),
    creditor_name: z.string(),
    reference: z.string(),
    signed_on: day.nullable(),
    status: z.enum(['active', 'blocked']),
    why,
    /** The last debit, and the next one due. */
    last: collected.nullable(),
    next: collected.nullable(),
    created_at: moment,
  })
  .meta({ id: 'Mandate' });
export type Mandate = z.infer<typeof mandate>;

/** The mandates of one customer that are listed, the newest first. */
export const mandatesListed = 500;
export const mandateList = z.object({ mandates: z.array(mandate) }).meta({ id: 'MandateList' });
export type MandateList = z.infer<typeof mandateList>;

/** Creditors on one customer's list. */
export const creditorsMaximum = 100;

/** A typed creditor identifier, made compact. */
export const typedCreditorId = text(60)
  .transform(compactCreditorId)
  .refine(isCreditorId, rule('CREDITOR_ID'));

/** A list that is left out stays as it is. */
export const directDebitSettingsRequest = z.object({
  mode: z.enum(directDebitModes),
  creditors: optional(z.array(typedCreditorId).max(creditorsMaximum)),
});
export type DirectDebitSettingsRequest = z.infer<typeof directDebitSettingsRequest>;

/** `creditors` are their identifiers; they count in the mode `listed`. */
export const directDebitSettings = z
  .object({ mode: z.enum(directDebitModes), creditors: z.array(z.string()) })
  .meta({ id: 'DirectDebitSettings' });
export type DirectDebitSettings = z.infer<typeof directDebitSettings>;

/** A collection that did not end as its creditor wanted, for the back-office. */
export const troubledDebit = z
  .object({
    id: z.int(),
    transaction_id: z.string(),
    creditor_id: z.string(),
    creditor_name: z.string(),
    amount: foreignAmount,
    currency,
    status: z.enum(['held', 'refused', 'returned', 'refunded']),
    reason_code: z.string().nullable(),
    changed_at: moment,
  })
  .meta({ id: 'TroubledDebit' });
export type TroubledDebit = z.infer<typeof troubledDebit>;

/** The counts end at `railCounted` + 1; the newest ones are listed. */
export const directDebitState = z
  .object({
    upcoming: z.int(),
    held: z.int(),
    refused: z.int(),
    returned: z.int(),
    refunded: z.int(),
    latest: z.array(troubledDebit),
  })
  .meta({ id: 'DirectDebitState' });
export type DirectDebitState = z.infer<typeof directDebitState>;
