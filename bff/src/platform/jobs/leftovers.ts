import { dayMs } from '../time/durations';

export interface Leftover {
  /** DELETE with two placeholders: the moment before which, and the number of rows. */
  statement: string;
  /** How long after the statement's date a row is kept at least, in milliseconds. */
  keptFor: number;
}

/** Of the platform's tables; a call repeated after the retention counts as a new one. */
export const platformLeftovers: Leftover[] = [
  { statement: 'DELETE FROM idempotency_keys WHERE created_at < ? LIMIT ?', keptFor: 7 * dayMs },
  { statement: 'DELETE FROM address_counts WHERE window_ends_at < ? LIMIT ?', keptFor: 60_000 },
  { statement: 'DELETE FROM call_counts WHERE window_ends_at < ? LIMIT ?', keptFor: 60_000 },
  { statement: 'DELETE FROM server_measurements WHERE minute < ? LIMIT ?', keptFor: 8 * dayMs },
  { statement: 'DELETE FROM job_runs WHERE finished_at < ? LIMIT ?', keptFor: 90 * dayMs },
];
