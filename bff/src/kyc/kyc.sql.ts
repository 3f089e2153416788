import { kycValidYears, type Kyc, type KycDocument, type KycSubmission } from '@bank/contracts/kyc';
import { wholeNumber } from '../common/money-column';
import { isSameName } from './same-name';

/** The columns of a submission `s`, of the state of its owner's identity `u`, and of its documents as JSON. */
export const submissionColumns = `s.id, s.user_id, u.username, u.email,
  CONCAT(u.first_name, ' ', u.last_name) AS accountName, s.first_name AS firstName,
  s.last_name AS lastName, DATE_FORMAT(s.birth_date, '%Y-%m-%d') AS birthDate, s.address, s.status, s.reason,
  s.submitted_at, s.reviewed_at,
  (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', d.id, 'kind', d.kind, 'name', d.name, 'size', d.size)) AS CHAR)
     FROM documents d WHERE d.submission_id = s.id) AS documents`;

export interface SubmissionRow extends Pick<
  KycSubmission,
  'username' | 'email' | 'accountName' | 'firstName' | 'lastName' | 'birthDate' | 'address' | 'reason'
> {
  id: string;
  user_id: string;
  status: Kyc['status'];
  submitted_at: Date;
  reviewed_at: Date | null;
  documents: string;
}

/** A submission as the wire has it; its documents share its state. */
export function wireSubmission(row: SubmissionRow): KycSubmission {
  const verified = row.status === 'approved' ? row.reviewed_at : null;
  const documents = JSON.parse(row.documents) as Omit<KycDocument, 'status'>[];
  return {
    ...row,
    id: wholeNumber(row.id),
    user_id: wholeNumber(row.user_id),
    nameDiffers: !isSameName(row.accountName, `${row.firstName} ${row.lastName}`),
    submitted_at: row.submitted_at.toISOString(),
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    verificationDate: verified?.toISOString() ?? null,
    expiryDate: verified && yearsLater(verified, kycValidYears).toISOString(),
    documents: documents
      .sort((left, right) => left.id - right.id)
      .map((document) => ({ ...document, status: row.status })),
  };
}

function yearsLater(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
