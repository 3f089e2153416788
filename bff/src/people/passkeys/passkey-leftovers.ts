import type { Leftover } from '../../platform/jobs/leftovers';

/** Of ceremonies that were not completed. */
export const passkeyLeftovers: Leftover[] = [
  { statement: 'DELETE FROM passkey_challenges WHERE expires_at < ? LIMIT ?', keptFor: 60_000 },
];
