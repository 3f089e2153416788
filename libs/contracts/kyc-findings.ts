import { z } from 'zod';

/** The possible findings of the automated check of an identity file. */
export const kycFindingCodes = [
  /** The data read. */
  'document_read',
  // Doubts.
  'document_missing',
  'same_file_twice',
  'picture_too_small',
  'zone_not_found',
  'zone_wrong',
  'zones_several',
  'zone_not_last',
  'documents_differ',
  'type_unknown',
  'specimen',
  'name_close',
  'account_name_differs',
  'not_checked',
  'held_by_rule',
  // Faults.
  'name_differs',
  'birth_date_differs',
  'expired',
  'under_age',
  'document_of_another',
  'sanctions_list',
] as const;

/** A note decides nothing; a doubt or an objection leaves the file to a person. */
export const kycFindingSeverities = ['note', 'doubt', 'objection'] as const;

const part = z.number().min(0).max(1);

export const kycFinding = z
  .object({
    code: z.enum(kycFindingCodes),
    severity: z.enum(kycFindingSeverities),
    /** The document that it is about; null for the whole file. */
    document_id: z.int().nullable(),
    /** The place in the upright picture, in parts of its width and height; null for the whole, and for PDF files. */
    place: z.object({ x: part, y: part, width: part, height: part }).nullable(),
    /** The read and expected values, for the finding's sentence. */
    values: z.record(z.string(), z.string()),
  })
  .meta({ id: 'KycFinding' });
export type KycFinding = z.infer<typeof kycFinding>;
export type KycFindingCode = KycFinding['code'];

/** The decider: the bank's rules or an administrator. */
export const kycReviewers = ['rules', 'person'] as const;
