import type { Leftover } from '../../platform/jobs/leftovers';
import { hourMs } from '../../platform/time/durations';

/** Quotes that were never used; used ones are evidence of the rates that a customer agreed to, and are kept. */
export const quoteLeftovers: Leftover[] = [
  {
    statement: 'DELETE FROM exchange_quotes WHERE used_at IS NULL AND expires_at < ? LIMIT ?',
    keptFor: hourMs,
  },
];
