import type { KycSubmission } from '@bank/contracts/kyc';
import type { Tone } from '@bank/ui/tone';

export const statusTones: Record<KycSubmission['status'], Tone> = {
  approved: 'success',
  pending: 'warning',
  rejected: 'danger',
};

/** The person's name, as they wrote it in the form. */
export const personOf = ({ firstName, lastName }: KycSubmission) => `${firstName} ${lastName}`;
