import { addDays, addMonthsToDay } from '@bank/contracts/days';
import type { StandingFrequency } from '@bank/contracts/standing-orders';
import { dayMs } from '../../platform/time/durations';

/**
 * The first occurrence on or after a day. Each is computed from the first one, so that a debit of the 31st falls on
 * 28 February and on 31 March again.
 */
export function occurrenceFrom(first: string, frequency: StandingFrequency, day: string): string {
  if (day <= first) return first;
  if (frequency === 'weekly') {
    const days = (Date.parse(day) - Date.parse(first)) / dayMs;
    return addDays(first, Math.ceil(days / 7) * 7);
  }
  const step = frequency === 'quarterly' ? 3 : 1;
  const months = Math.floor((monthsOf(day) - monthsOf(first)) / step) * step;
  const inSameMonth = addMonthsToDay(first, months);
  return inSameMonth >= day ? inSameMonth : addMonthsToDay(first, months + step);
}

/** The next occurrence after one. */
export const occurrenceAfter = (first: string, frequency: StandingFrequency, occurrence: string): string =>
  occurrenceFrom(first, frequency, addDays(occurrence, 1));

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
