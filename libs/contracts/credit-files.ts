import { z } from 'zod';

/** The states of a file: `faulty` was refused when it came, `awaiting` a second administrator, `altered` is not what came. */
export const creditFileStates = ['faulty', 'awaiting', 'booking', 'booked', 'altered'] as const;
export type CreditFileState = (typeof creditFileStates)[number];

/** How many credits and errors of a file are listed. */
export const creditFileListed = 20;

/** A credit of a file. */
export const listedCredit = z.object({
  line: z.int(),
  transaction_id: z.string(),
  /** With the decimals of its currency. */
  amount: z.string(),
  currency: z.string(),
  debtor: z.string(),
  creditor: z.string(),
  /** The customer's IBAN. */
  account: z.string(),
  remittance: z.string().nullable(),
});

/** What was seen in a file when it came. */
export const creditFileSummary = z.object({
  /** The first credits. */
  first: z.array(listedCredit),
  /** The first errors: a code of ISO 20022 for a credit that would go back, otherwise why it cannot be read. */
  errors: z.array(z.object({ line: z.int(), reason: z.string() })),
  error_count: z.int(),
  /** How many credits would go back, by their reason codes (ISO 20022). */
  returns: z.record(z.string(), z.int()),
});
export type CreditFileSummary = z.infer<typeof creditFileSummary>;
