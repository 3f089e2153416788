import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Longer than a notification is tried. */
const kept = 4 * dayMs;

export const pushLeftovers: Leftover[] = [
  { statement: 'DELETE FROM push_deliveries WHERE delivered_at < ? LIMIT ?', keptFor: kept },
];
