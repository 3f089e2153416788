import type { Leftover } from '../../platform/jobs/leftovers';

const day = 86_400_000;

/** Of the test mode. */
export const applicationLeftovers: Leftover[] = [
  { statement: 'DELETE FROM test_applications WHERE created_at < ? LIMIT ?', keptFor: 30 * day },
];
