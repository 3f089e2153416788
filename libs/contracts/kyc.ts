import { z } from 'zod';
import { pageQuery, pagination } from './pagination';
import { day, moment } from './time';
import { kycStatuses, personName } from './users';
import { defaulting, lines, optional, rule, text } from './validation';

/** The documents that are asked for (specification 2, section 5): identity, proofs of address and income, selfie. */
export const documentKinds = ['identity', 'address', 'income', 'selfie'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Files of a submission, and bytes of each (wire contract, section 3). */
export const kycLimits = { files: 10, fileBytes: 10 * 1024 * 1024 } as const;

/** The endings of a file's name that are accepted; what the file holds must agree. */
export const documentEndings = ['pdf', 'jpg', 'jpeg', 'png'] as const;

/** Years for which a verified identity holds. */
export const kycValidYears = 2;

/** The age from which a person may be a customer, in years. */
const adultAge = 18;

/** Whether who was born on a day is of age on another; born on 29 February, from 1 March on. */
export const isAdult = (birthDate: string, today: string): boolean =>
  birthDate <= `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;

/** The texts of the form; `kinds` says what each file of the part `documents` is, in the same order. */
export const kycForm = z.object({
  firstName: personName,
  lastName: personName,
  birthDate: z.iso
    .date({ error: ({ input }) => (input === '' ? rule('REQUIRED') : undefined) })
    .refine((date) => date >= '1900-01-01', rule('NOT_VALID')),
  address: text(200),
  kinds: z.array(z.enum(documentKinds)).max(kycLimits.files).default([]),
});
export type KycForm = z.infer<typeof kycForm>;

/** The form as it is sent, for the description of the API. */
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
  })
  .meta({ id: 'KycDocument' });
export type KycDocument = z.infer<typeof kycDocument>;

/** A customer's verification: the state of their identity, and the newest submission if there is one. */
export const kyc = z
  .object({
    status: z.enum(kycStatuses),
    submitted_at: moment.nullable(),
    reviewed_at: moment.nullable(),
    verificationDate: moment.nullable(),
    expiryDate: moment.nullable(),
    reason: z.string().nullable(),
    documents: z.array(kycDocument),
  })
  .meta({ id: 'Kyc' });
export type Kyc = z.infer<typeof kyc>;

export const kycQueueQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...kycStatuses]), 'pending'),
});
export type KycQueueQuery = z.infer<typeof kycQueueQuery>;

export const kycSubmission = z
  .object({
    id: z.int(),
    user_id: z.int(),
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: day,
    address: z.string(),
    /** Whose account it is. */
    accountName: z.string(),
    /** The name on the form is another than the account's, whatever its accents, case and order. */
    nameDiffers: z.boolean(),
    ...kyc.shape,
  })
  .meta({ id: 'KycSubmission' });
export type KycSubmission = z.infer<typeof kycSubmission>;

export const kycQueue = z.object({ submissions: z.array(kycSubmission), pagination });
export type KycQueue = z.infer<typeof kycQueue>;

export const kycReviewRequest = z.object({
  status: z.enum(['approved', 'rejected']),
  reason: optional(lines(500)),
});
export type KycReviewRequest = z.infer<typeof kycReviewRequest>;

/** What the back-office asks for to reject: the person reads the reason. */
export const kycRejection = z.object({ reason: lines(500) });
