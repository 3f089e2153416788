import type { Leftover } from '../../platform/jobs/leftovers';

const day = 24 * 60 * 60_000;

/** The activity log keeps what was approved. */
export const approvalLeftovers: Leftover[] = [
  { statement: 'DELETE FROM approvals WHERE expires_at < ? LIMIT ?', keptFor: day },
];
