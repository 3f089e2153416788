import type { Leftover } from '../../platform/jobs/leftovers';

/** Longer than a notification is tried. */
const kept = 4 * 24 * 3_600_000;

export const pushLeftovers: Leftover[] = [
  { statement: 'DELETE FROM push_deliveries WHERE delivered_at < ? LIMIT ?', keptFor: kept },
];
