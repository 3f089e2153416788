import type { KycSubmission } from '@bank/contracts/kyc';
import type { Tone } from '@bank/ui/tone';

export const kycTones: Record<KycSubmission['status'], Tone> = {
  approved: 'success',
  pending: 'warning',
  rejected: 'danger',
};

export const personOf = ({ firstName, lastName }: KycSubmission) => `${firstName} ${lastName}`;
