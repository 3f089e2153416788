import type { Leftover } from '../../platform/jobs/leftovers';

/** Staff who left without saying so. */
export const presenceLeftovers: Leftover[] = [
  { statement: 'DELETE FROM staff_presence WHERE seen_at < ? LIMIT ?', keptFor: 3_600_000 },
];
