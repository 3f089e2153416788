import type { Leftover } from '../../platform/jobs/leftovers';
import { hourMs } from '../../platform/time/durations';

/** Staff who left without saying so. */
export const presenceLeftovers: Leftover[] = [
  { statement: 'DELETE FROM staff_presence WHERE seen_at < ? LIMIT ?', keptFor: hourMs },
];
