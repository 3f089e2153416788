import { addDays } from '@bank/contracts/days';
import { standingAttempts } from '@bank/contracts/standing-orders';
import { hourMs } from '../../platform/time/durations';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';

const morningHour = 6;
const afternoonHour = 16;

/** A Paris hour of a day; off by one on the two days on which the clocks change. */
const atHour = (day: string, hours: number) => new Date(startOfParisDay(day).getTime() + hours * hourMs);

/** When an occurrence is first attempted: in the morning of its day. */
export const firstAttempt = (day: string): Date => atHour(day, morningHour);

/**
 * When a failed occurrence is attempted again: in the afternoon, or three hours later when it is afternoon already; then
 * the next morning; undefined after the last attempt.
 */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  if (attempts >= standingAttempts) return undefined;
  const today = parisDay(now);
  if (attempts > 1) return atHour(addDays(today, 1), morningHour);
  const afternoon = atHour(today, afternoonHour);
  return now < afternoon ? afternoon : new Date(now.getTime() + 3 * hourMs);
}
