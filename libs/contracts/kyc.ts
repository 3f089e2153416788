import { z } from 'zod';
import { documentFaults } from './document-faults';
import { kycFinding, kycReviewers } from './kyc-findings';
import { namedDay } from './named-day';
import { why } from './next-step';
import { pageQuery, pagination } from './pagination';
import { day, moment } from './time';
import { kycStatuses, personName } from './users';
import { defaulting, lines, optional, rule, text } from './validation';
import { workHolders } from './work';

/** The required documents (specification 2, section 5): identity, proofs of address and income, selfie. */
export const documentKinds = ['identity', 'address', 'income', 'selfie'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Files of a submission, and bytes of each (wire contract, section 3). */
export const kycLimits = { files: 10, fileBytes: 10 * 1024 * 1024 } as const;

/** The accepted file extensions; the content must match. */
export const documentEndings = ['pdf', 'jpg', 'jpeg', 'png'] as const;

/** How many years a verified identity is valid. */
export const kycValidYears = 2;

/** The age from which a person may be a customer, in years. */
const adultAge = 18;

/** Whether a person born on a day is of age on another; one born on 29 February is from 1 March on. */
export const isAdult = (birthDate: string, today: string): boolean =>
  birthDate <= `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;

/**
 * The text fields of the form; `kinds` is the kind of each file of the part `documents`, in the same order, an identity
 * document where it is empty.
 */
export const kycForm = z.object({
  firstName: personName,
  lastName: personName,
  birthDate: z
    .string()
    .min(1, rule('REQUIRED'))
    .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }] })
    .pipe(namedDay)
    .refine((date) => date >= '1900-01-01', rule('NOT_VALID')),
  address: text(200),
  kinds: z
    .array(defaulting(z.enum(documentKinds), 'identity'))
    .max(kycLimits.files)
    .default([]),
});
export type KycForm = z.infer<typeof kycForm>;

/** The multipart form, for the API description. */
export const kycUpload = kycForm.extend({
  documents: z
    .array(z.string().meta({ format: 'binary' }))
    .min(1)
    .max(kycLimits.files),
});

export const kycDocument = z
  .object({
    id: z.int(),
    kind: z.enum(documentKinds),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
    status: z.enum(kycStatuses),
    /** Why the document has to be sent again, by its own; null for one that stays, and where all have to be sent again. */
    fault: z.enum(documentFaults).nullable(),
    fault_text: z.string().nullable(),
  })
  .meta({ id: 'KycDocument' });
export type KycDocument = z.infer<typeof kycDocument>;

/** A customer's verification: its status, and the newest submission if there is one. */
export const kyc = z
  .object({
    status: z.enum(kycStatuses),
    submitted_at: moment.nullable(),
    reviewed_at: moment.nullable(),
    verificationDate: moment.nullable(),
    expiryDate: moment.nullable(),
    reason: z.string().nullable(),
    /** Null while it is not decided. */
    reviewed_by: z.enum(kycReviewers).nullable(),
    documents: z.array(kycDocument),
    why,
  })
  .meta({ id: 'Kyc' });
export type Kyc = z.infer<typeof kyc>;

export const kycQueueQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...kycStatuses]), 'pending'),
  mine: defaulting(z.enum(workHolders), 'all'),
});
export type KycQueueQuery = z.infer<typeof kycQueueQuery>;

export const kycSubmission = z
  .object({
    id: z.int(),
    user_id: z.int(),
    username: z.string(),
    email: z.string(),
    /** Until then the submission cannot be decided (specification 4, section 4). */
    email_verified: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: day,
    address: z.string(),
    /** The owner of the account. */
    accountName: z.string(),
    /** The name on the form differs from the account's, ignoring accents, case and order. */
    nameDiffers: z.boolean(),
    /** When the automated check was done; null before, and for files that it does not look at. */
    checked_at: moment.nullable(),
    findings: z.array(kycFinding),
    /** The colleague who decided; null where the bank's rules did, and before. */
    decided_by: z.object({ id: z.int(), name: z.string() }).nullable().optional(),
    ...kyc.shape,
  })
  .meta({ id: 'KycSubmission' });
export type KycSubmission = z.infer<typeof kycSubmission>;

export const kycQueue = z.object({ submissions: z.array(kycSubmission), pagination });
export type KycQueue = z.infer<typeof kycQueue>;

/** The documents in place of those that have a fault; `kinds` is the kind of each file, in the same order. */
export const kycResendForm = kycForm.pick({ kinds: true });
export const kycResendUpload = kycUpload.pick({ kinds: true, documents: true });

const faultyDocument = z
  .object({ id: z.int().positive(), fault: z.enum(documentFaults), text: optional(lines(300)) })
  .refine(({ fault, text: words }) => fault !== 'other' || words !== undefined, {
    path: ['text'],
    message: rule('REQUIRED'),
  });

/** A rejection may name the documents to send again: the others then stay. */
export const kycReviewRequest = z
  .object({
    status: z.enum(['approved', 'rejected']),
    reason: optional(lines(500)),
    documents: optional(z.array(faultyDocument).max(kycLimits.files)),
  })
  .refine(({ status, documents = [] }) => status === 'rejected' || documents.length === 0, {
    path: ['documents'],
    message: rule('NOT_VALID'),
  });
export type KycReviewRequest = z.infer<typeof kycReviewRequest>;

/** The decision; a rejection needs a reason, which is shown to the customer. */
export const kycRejection = z.object({ reason: lines(500) });
