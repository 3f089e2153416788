import { z } from 'zod';
import { bankTimeZone } from './days';
import { rule } from './validation';

/** A moment on the wire: ISO 8601 in UTC with `Z`. */
export const moment = z.iso.datetime();

/** A calendar day, `2026-11-21`; a database stores none before the year 1000. */
export const day = z.iso.date().refine((value) => value >= '1000');

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
