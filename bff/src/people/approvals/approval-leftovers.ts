import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** The activity log keeps what was approved. */
export const approvalLeftovers: Leftover[] = [
  { statement: 'DELETE FROM approvals WHERE expires_at < ? LIMIT ?', keptFor: dayMs },
];
