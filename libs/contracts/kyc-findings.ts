import { z } from 'zod';

/** What the automated check of an identity file may find. */
export const kycFindingCodes = [
  /** What the machine read. */
  'document_read',
  // What makes it unsure.
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
  // What speaks against it.
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
    /** Where it is in the upright picture, in parts of its width and height; null for the whole, and for PDF files. */
    place: z.object({ x: part, y: part, width: part, height: part }).nullable(),
    /** What was read and what was expected, for its sentence. */
    values: z.record(z.string(), z.string()),
  })
  .meta({ id: 'KycFinding' });
export type KycFinding = z.infer<typeof kycFinding>;
export type KycFindingCode = KycFinding['code'];

/** Who decided: the bank's rules or an administrator. */
export const kycReviewers = ['rules', 'person'] as const;
