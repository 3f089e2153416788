import type { Leftover } from '../../platform/jobs/leftovers';

const hour = 3_600_000;

/** Quotes that were never used; used ones are evidence of the rates that a customer agreed to, and are kept. */
export const quoteLeftovers: Leftover[] = [
  {
    statement: 'DELETE FROM exchange_quotes WHERE used_at IS NULL AND expires_at < ? LIMIT ?',
    keptFor: hour,
  },
];
