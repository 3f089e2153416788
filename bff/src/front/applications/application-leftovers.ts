import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Of the test mode. */
export const applicationLeftovers: Leftover[] = [
  { statement: 'DELETE FROM test_applications WHERE created_at < ? LIMIT ?', keptFor: 30 * dayMs },
];
