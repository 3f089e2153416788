import { type DocumentKind, documentKinds, type KycSubmission } from '@bank/contracts/kyc';
import type { IconName } from '@bank/ui/icon';
import type { Tone } from '@bank/ui/tone';

export const kycTones: Record<KycSubmission['status'], Tone> = {
  approved: 'success',
  pending: 'info',
  rejected: 'danger',
};

/** In place of the tone's: what waits has a clock. */
export const kycIcons: { [status in KycSubmission['status']]?: IconName } = { pending: 'clock' };

export const personOf = ({ firstName, lastName }: KycSubmission) => `${firstName} ${lastName}`;

/** The kinds of documents that a submission lacks; proof of income only on request (specification 2, section 5). */
export const missingKinds = ({ documents }: KycSubmission): DocumentKind[] =>
  documentKinds.filter((wanted) => wanted !== 'income' && documents.every(({ kind }) => kind !== wanted));

const longDays = 2;

/** Whether a customer has waited longer for a decision than they should. @param now Unix ms */
export const waitsLong = ({ status, submitted_at: since }: KycSubmission, now: number): boolean =>
  status === 'pending' && since !== null && now - Date.parse(since) > longDays * 86_400_000;
