import { kycValidYears } from '@bank/contracts/kyc';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';

/** Whether the user `u`, a row of `users`, has an approved identity that is still valid; its one value is `approvedSince`. */
export const isApproved = (u: string) => `(${u}.kyc_status = 'approved' AND ${u}.identity_approved_at >= ?)`;

/** The same day of another year, or `leapDay` in place of 29 February in a year without one. */
const yearsFrom = (day: string, years: number, leapDay: string): string =>
  `${Number(day.slice(0, 4)) + years}${day.endsWith('-02-29') ? leapDay : day.slice(4)}`;

/** An identity that was approved before this moment has run out: on the same day two years later it is no longer valid. */
export function approvedSince(now: Date): Date {
  const day = parisDay(now);
  if (last.day !== day) last = { day, since: endOfParisDay(yearsFrom(day, -kycValidYears, '-02-28')) };
  return last.since;
}

/** Cached, since time zone lookups are slow. */
let last = { day: '', since: new Date(NaN) };

/** The bank's day on which an approval runs out. */
export const lastDayAfter = (approvedAt: Date): string =>
  yearsFrom(parisDay(approvedAt), kycValidYears, '-03-01');
