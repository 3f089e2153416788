import { kycFinding, kycReviewers } from '@bank/contracts/kyc-findings';
import { kycDocument, kycValidYears, type KycSubmission } from '@bank/contracts/kyc';
import { kycStatuses } from '@bank/contracts/users';
import { z } from 'zod';
import { flag, jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { isDecidable } from './decidable';
import { isSameName } from './same-name';

export const filesOfSubmissions = 'SELECT file FROM documents WHERE file IN (?)';

/** The columns of a submission `s` and of its user `u`, and the submission's documents as JSON. */
export const submissionColumns = `s.id, s.user_id, u.username, u.email,
  ${isDecidable('u')} AS email_verified,
  CONCAT(u.first_name, ' ', u.last_name) AS accountName, s.first_name AS firstName,
  s.last_name AS lastName, DATE_FORMAT(s.birth_date, '%Y-%m-%d') AS birthDate, s.address, s.status, s.reason,
  s.submitted_at, s.reviewed_at,
  CASE WHEN s.reviewed_at IS NULL THEN NULL WHEN s.reviewed_by IS NULL THEN 'rules' ELSE 'person' END AS reviewed_by,
  (SELECT c.done_at FROM identity_checks c WHERE c.submission_id = s.id) AS checked_at,
  COALESCE((SELECT c.findings FROM identity_checks c WHERE c.submission_id = s.id), '[]') AS findings,
  (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', d.id, 'kind', d.kind, 'name', d.name, 'size', d.size, 'fault', d.fault,
     'fault_text', d.fault_text)) AS CHAR)
     FROM documents d WHERE d.submission_id = s.id) AS documents`;

export const submissionRow = rowOf({
  id: whole,
  user_id: whole,
  username: text,
  email: text,
  email_verified: flag,
  accountName: text,
  firstName: text,
  lastName: text,
  birthDate: text,
  address: text,
  status: z.enum(kycStatuses),
  reason: text.nullable(),
  submitted_at: moment,
  reviewed_at: moment.nullable(),
  reviewed_by: z.enum(kycReviewers).nullable(),
  checked_at: moment.nullable(),
  findings: jsonOf(z.array(kycFinding)),
  documents: jsonOf(z.array(kycDocument.omit({ status: true }))),
});

/** The same for staff, with the colleague who decided. */
export const staffColumns = `${submissionColumns}, s.reviewed_by AS deciderId,
  (SELECT CONCAT_WS(' ', d.first_name, d.last_name) FROM users d WHERE d.id = s.reviewed_by) AS deciderName`;

export const staffRow = submissionRow.extend({ deciderId: whole.nullable(), deciderName: text.nullable() });

/**
 * A submission of the wire contract, for a member of staff: of their own without what the check found, which nobody is to learn
 * of themselves (art. L561-18, monetary and financial code).
 */
export const toStaffSubmissionDto = (
  { deciderId: id, deciderName: name, ...row }: z.infer<typeof staffRow>,
  readerId: number,
): KycSubmission => ({
  ...toKycSubmissionDto(row),
  ...(row.user_id === readerId && { findings: [] }),
  decided_by: id === null ? null : { id, name: name ?? '' },
});

/** A submission of the wire contract; its documents have its status. */
export function toKycSubmissionDto(row: z.infer<typeof submissionRow>): KycSubmission {
  const verified = row.status === 'approved' ? row.reviewed_at : null;
  return {
    ...row,
    nameDiffers: !isSameName(row.accountName, `${row.firstName} ${row.lastName}`),
    submitted_at: row.submitted_at.toISOString(),
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    ...validityOf(verified),
    documents: row.documents
      .sort((left, right) => left.id - right.id)
      .map((document) => ({ ...document, status: row.status })),
  };
}

/** When an identity was verified, and two years later, when it expires (wire contract, section 3). */
export const validityOf = (
  verified: Date | null,
): Pick<KycSubmission, 'verificationDate' | 'expiryDate'> => ({
  verificationDate: verified?.toISOString() ?? null,
  expiryDate: verified && yearsLater(verified, kycValidYears).toISOString(),
});

function yearsLater(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
