import type { Kyc } from '@bank/contracts/kyc';
import type { IconName } from '@bank/ui/icon';
import type { Tone } from '@bank/ui/tone';

/** The customer's view of their state; a person who has sent nothing is stored as pending (decisions, section 1). */
export type Verification = 'approved' | 'rejected' | 'pending' | 'unverified';

/** The customer's view of a stored state; of one that this version does not know, as if there were none (specification 2, section 2). */
export const verificationOf = ({
  status,
  submitted_at: submitted,
}: Pick<Kyc, 'status' | 'submitted_at'>): Verification =>
  status === 'approved' || status === 'rejected' || (status === 'pending' && submitted)
    ? status
    : 'unverified';

export const verificationTones: Record<Verification, Tone> = {
  approved: 'success',
  rejected: 'danger',
  pending: 'info',
  unverified: 'neutral',
};

/** In place of the tone's: what waits has a clock. */
export const verificationIcons: { [state in Verification]?: IconName } = { pending: 'clock' };
