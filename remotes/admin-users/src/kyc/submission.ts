import { dayMs } from '@bank/contracts/days';
import { type DocumentKind, documentKinds, type KycSubmission } from '@bank/contracts/kyc';
import type { listedKycStatuses, ManagedUser } from '@bank/contracts/admin';
import type { BadgeTone } from '@bank/ui/badge';

export const kycTones: Record<KycSubmission['status'], BadgeTone> = {
  approved: 'success',
  pending: 'waiting',
  rejected: 'danger',
};

/** A person's KYC status as the list's filter names it; an older server does not name when a file was sent. */
export const listedKycOf = (
  user: Pick<ManagedUser, 'role' | 'kyc_status' | 'kyc_submitted_at'>,
): (typeof listedKycStatuses)[number] =>
  user.role === 'user' && user.kyc_status === 'pending' && user.kyc_submitted_at === null
    ? 'unsent'
    : user.kyc_status;

export const personOf = ({ firstName, lastName }: KycSubmission) => `${firstName} ${lastName}`;

/** The kinds of documents that a submission lacks; proof of income only on request (specification 2, section 5). */
export const missingKinds = ({ documents }: KycSubmission): DocumentKind[] =>
  documentKinds.filter((wanted) => wanted !== 'income' && documents.every(({ kind }) => kind !== wanted));

/** Whether a decision has to wait until the customer's e-mail address is verified; an older server does not name that. */
export const waitsForEmail = ({ email_verified: isVerified }: KycSubmission): boolean => isVerified === false;

const longDays = 2;

/** Whether a customer has waited longer for a decision than they should. @param now Unix ms */
export const waitsLong = ({ status, submitted_at: since }: KycSubmission, now: number): boolean =>
  status === 'pending' && since !== null && now - Date.parse(since) > longDays * dayMs;
