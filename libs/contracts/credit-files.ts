import { z } from 'zod';
import { staffApproval } from './approvals';
import { amount } from './money';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';

/**
 * The states of a file: `faulty` was refused when it came, `uploaded` waits for its uploader to ask for a second
 * administrator, `awaiting` for that one's decision, and `altered` is no longer what came.
 */
export const creditFileStates = ['faulty', 'uploaded', 'awaiting', 'booking', 'booked', 'altered'] as const;
export type CreditFileState = (typeof creditFileStates)[number];

/** The largest file, bytes: about two hundred thousand credits. */
export const creditFileBytes = 134_217_728;

/** How many credits and errors of a file are listed. */
export const creditFileListed = 20;

/**
 * Which credit of the file, from 1: a file may be one line. Missing where the file cannot be read on, and in what was seen of
 * files before credits were counted.
 */
const credit = z.int().optional();

/** A credit of a file. */
export const listedCredit = z.object({
  line: z.int(),
  credit,
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

/** The content of a file when it arrived. */
export const creditFileSummary = z.object({
  /** The first credits. */
  first: z.array(listedCredit),
  /** The first errors: a code of ISO 20022 for a credit that would go back, otherwise why it cannot be read. */
  errors: z.array(z.object({ line: z.int(), credit, reason: z.string() })),
  error_count: z.int(),
  /** How many credits would go back, by their reason codes (ISO 20022). */
  returns: z.record(z.string(), z.int()),
});
export type CreditFileSummary = z.infer<typeof creditFileSummary>;

/** A file of credits; `refused` and `expired` are what became of an upload that awaited a second administrator. */
export const creditFile = z
  .object({
    id: z.int(),
    source: z.enum(['rail', 'staff']),
    message_id: z.string(),
    /** The BIC of the sender; empty when the file has none. */
    sender: z.string(),
    /** Of an uploaded file. */
    name: z.string().nullable(),
    state: z.enum([...creditFileStates, 'refused', 'expired']),
    /** The reason code of a file that was refused when it came (ISO 20022). */
    fault: z.string().nullable(),
    credits: z.int(),
    /** In euros. */
    total: amount,
    booked: z.int(),
    booked_total: amount,
    /** Credits that went back to the bank that sent them. */
    returned: z.int(),
    uploaded_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    received_at: moment,
    finished_at: moment.nullable(),
  })
  .meta({ id: 'CreditFile' });
export type CreditFile = z.infer<typeof creditFile>;

/** A file with what was seen in it when it came, and the request for a second administrator. */
export const creditFileDetail = creditFile
  .extend({
    summary: creditFileSummary,
    approval: staffApproval.nullable(),
    /** Whether the reader may ask for a second administrator now: the uploader only. */
    can_submit: z.boolean(),
  })
  .meta({ id: 'CreditFileDetail' });
export type CreditFileDetail = z.infer<typeof creditFileDetail>;

export const creditFileQuery = z.strictObject(pageQuery(20));
export type CreditFileQuery = z.infer<typeof creditFileQuery>;

/** Newest first. */
export const creditFileList = z.object({ files: z.array(creditFile), pagination });
export type CreditFileList = z.infer<typeof creditFileList>;

/** The form of an upload: one pacs.008.001.08, of at most `creditFileBytes`. */
export const creditFileUpload = z.object({ file: z.file() });
