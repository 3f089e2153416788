import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Accounting records are kept for ten years from the end of their financial year (code de commerce, article L123-22). */
const accountingMs = 11 * 366 * dayMs;

/**
 * Nonces outlive the time in which their signatures are accepted. The messages themselves are accounting records; one that is not
 * answered or handled stays. Sent ones have no index by age: the oldest are looked at by their ids.
 */
export const messageLeftovers: Leftover[] = [
  { statement: 'DELETE FROM rail_nonces WHERE expires_at < ? LIMIT ?', keptFor: 0 },
  { statement: 'DELETE FROM rail_inbox WHERE handled_at < ? LIMIT ?', keptFor: accountingMs },
  {
    statement: `
      DELETE m FROM (
        SELECT id FROM (SELECT id, answered_at FROM rail_outbox ORDER BY id LIMIT 1000) oldest WHERE answered_at < ? LIMIT ?) due
        JOIN rail_outbox m ON m.id = due.id`,
    keptFor: accountingMs,
  },
];
