import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Accounting records are kept for ten years from the end of their financial year (code de commerce, article L123-22). */
export const accountingMs = 11 * 366 * dayMs;

/**
 * Nonces outlive the time in which their signatures are accepted. The messages themselves are accounting records; one that is
 * still to be answered or handled stays. Sent ones and files have no index by age: the oldest that wait for nothing are looked at by
 * their ids.
 */
export const messageLeftovers: Leftover[] = [
  { statement: 'DELETE FROM rail_nonces WHERE expires_at < ? LIMIT ?', keptFor: 0 },
  { statement: 'DELETE FROM rail_inbox WHERE handled_at < ? LIMIT ?', keptFor: accountingMs },
  {
    statement: `
      DELETE f FROM (
        SELECT id FROM (
          SELECT id, received_at FROM rail_files FORCE INDEX (PRIMARY) ORDER BY id LIMIT 1000) oldest
        WHERE received_at < ? LIMIT ?) due
        JOIN rail_files f ON f.id = due.id`,
    keptFor: accountingMs,
  },
  {
    statement: `
      DELETE m FROM (
        SELECT id FROM (
          SELECT id, COALESCE(answered_at, created_at) AS ended_at FROM rail_outbox FORCE INDEX (PRIMARY)
          WHERE answered_at IS NOT NULL OR next_try_at IS NULL ORDER BY id LIMIT 1000) oldest
        WHERE ended_at < ? LIMIT ?) due
        JOIN rail_outbox m ON m.id = due.id`,
    keptFor: accountingMs,
  },
];
