import { z } from 'zod';
import { bankTimeZone } from './days';
import { day, moment } from './time';
import { rule } from './validation';

const dayIn = (given: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: bankTimeZone }).format(new Date(given));

function wrongDay(input: unknown): string {
  if (input === undefined) return rule('REQUIRED');
  return typeof input === 'string' ? rule('NOT_VALID') : rule('WRONG_TYPE');
}

/**
 * The calendar day that a request names. Any date of the wire may be a moment in UTC (wire contract, section 2), which names
 * the day of Paris in which it falls.
 */
export const namedDay = z.union([day, moment.transform(dayIn).pipe(day)], {
  error: ({ input }) => wrongDay(input),
});
