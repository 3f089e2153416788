import type { Leftover } from '../../platform/jobs/leftovers';

/**
 * Nonces outlive the time in which their signatures are accepted. The messages themselves are accounting records and are kept
 * (ten years, code de commerce, article L123-22).
 */
export const messageLeftovers: Leftover[] = [
  { statement: 'DELETE FROM rail_nonces WHERE expires_at < ? LIMIT ?', keptFor: 0 },
];
