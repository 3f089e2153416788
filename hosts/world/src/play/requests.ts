import { compactIban } from '@bank/contracts/iban';
import { isExactIn, positiveAmount, toMinor } from '@bank/contracts/money';
import { type Sequence, sequences } from '@bank/contracts/rails/collections';
import { z } from 'zod';
import { madeUpCurrencies } from '../rates/made-up-rates';
import { browserStates } from '../push/browser-states';

/** The requests of a person at the page, a test or a bench. */

const largest = 999_999_999;
/** Anything that a message can carry as an account: a wrong IBAN is the bank's to refuse. */
const iban = z
  .string()
  .transform(compactIban)
  .pipe(z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/, 'iban'));
const amount = positiveAmount(largest).transform((decimal) => toMinor(decimal));
const name = z.string().trim().min(1, 'required').max(140);
const id = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/, 'id');
const remittance = z.string().trim().max(140).optional();

/** The IBAN of the world's account that pays or collects; by default that of the first person or creditor. */
const own = iban.optional();

const isAmount = (value: unknown): value is { amount: number } =>
  typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number';

const credit = z
  .object({
    iban,
    name: name.default('NOTPROVIDED'),
    amount: z.number().positive().max(largest),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('EUR'),
    reference: remittance,
    end_to_end_id: id.optional(),
    /** Given by a test that sends the same payment twice. */
    transaction_id: id.optional(),
  })
  .refine(({ amount, currency }) => isExactIn(amount, currency), {
    path: ['amount'],
    // Beside the faults of other fields.
    when: ({ value }) => isAmount(value) && value.amount > 0,
  })
  .transform((sent) => ({ ...sent, amount: toMinor(sent.amount, sent.currency) }));

/** One message with a credit, or with several. */
export const creditsSchema = z.object({
  from: own,
  instant: z.boolean().default(false),
  credits: z.array(credit).min(1).max(2_000),
});

/** In the order in which the page offers them. */
export const collectionSequences = ['RCUR', 'FRST', 'FNAL', 'OOFF'] as const satisfies Sequence[];

export const collectionSchema = z.object({
  from: own,
  iban,
  name: name.default('NOTPROVIDED'),
  amount,
  mandate_id: id,
  signed_on: z.iso.date().default('2026-01-15'),
  sequence: z.enum(sequences).default('RCUR'),
  /** The day on which the bank is to book it; by default today. */
  due_on: z.iso.date().optional(),
  reference: remittance,
  transaction_id: id.optional(),
});

/** A payment that arrived is sent back or, while undecided, rejected; or accepted. */
export const decisionSchema = z.object({
  transaction_id: id,
  accepts: z.boolean().default(false),
  reason: z
    .string()
    .regex(/^[A-Z0-9]{4}$/)
    .default('MS02'),
});

export const recallDecisionSchema = z.object({ recall_id: id, accepts: z.boolean() });

/** A file of credits: to the given accounts in turn, or to the customers whom the world knows. */
export const creditFileSchema = z.object({
  from: own,
  count: z.number().int().min(1).max(500_000).default(100_000),
  amount: amount.default(15_240n),
  reference: remittance,
  accounts: z
    .array(z.object({ iban, name: name.default('NOTPROVIDED') }))
    .max(500_000)
    .default([]),
});

/** The statement of a business day and currency; by default of today until now, in euros. */
export const statementSchema = z.object({
  day: z.iso.date().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
});
export type StatementRequest = z.infer<typeof statementSchema>;

/** A reference rate of the newest day: units for one euro. */
export const rateSchema = z.object({
  currency: z.enum(madeUpCurrencies as [string, ...string[]]),
  rate: z.number().min(0.0001).max(1_000_000),
});

/** A browser that subscribes, for a sender of this key alone (base64url) if one is given. */
export const browserSchema = z.object({
  application_server_key: z
    .string()
    .regex(/^B[\w-]{86}$/)
    .optional(),
});
export const browserStateSchema = z.object({ state: z.enum(browserStates) });

export type CreditFileRequest = z.output<typeof creditFileSchema>;
export type CreditsRequest = z.output<typeof creditsSchema>;
export type CollectionRequest = z.output<typeof collectionSchema>;
export type DecisionRequest = z.output<typeof decisionSchema>;
export type RecallDecision = z.output<typeof recallDecisionSchema>;
