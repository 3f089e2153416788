import { addDays, bankTimeZone } from '@bank/contracts/days';
import { dayMs, hourMs } from './durations';

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: bankTimeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The bank's calendar day (`2026-11-21`) in which a moment falls. */
export function parisDay(moment: Date): string {
  return isInLastDay(moment) ? lastDay.day : dayOf(moment);
}

function dayOf(moment: Date): string {
  const { year, month, day } = localParts(moment);
  return `${year}-${month}-${day}`;
}

/** The first moment of a bank's calendar day. */
export const startOfParisDay = (day: string): Date => parisMidnight(Date.parse(`${day}T00:00:00Z`));

/** The first moment after a bank's calendar day, also after the last that can be written, 9999-12-31. */
export const endOfParisDay = (day: string): Date => parisMidnight(Date.parse(`${day}T00:00:00Z`) + dayMs);

/**
 * The midnight of Paris just before one of UTC. Paris changes its clocks at 01:00 UTC, so the offset at 00:00 UTC is that
 * of the local midnight.
 */
function parisMidnight(utcMidnight: number): Date {
  const { year, month, day, hour, minute, second } = localParts(new Date(utcMidnight));
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const local = date + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return new Date(utcMidnight - (local - utcMidnight));
}

/** The last `count` of the bank's calendar days up to the one in which a moment falls: first moment, and first after it. */
export function lastParisDays(moment: Date, count: number): { day: string; start: Date; end: Date }[] {
  const { start } = parisDayAround(moment);
  if (lastDays.at(-1)?.start.getTime() !== start.getTime() || lastDays.length < count) {
    const today = parisDay(moment);
    lastDays = Array.from({ length: count }, (_, at) => {
      const day = addDays(today, at - count + 1);
      return { day, start: startOfParisDay(day), end: endOfParisDay(day) };
    });
  }
  return lastDays.slice(-count);
}

/** The hour of Paris, 0 to 23, in which a moment falls. Since 1911 Paris is whole hours ahead of UTC. */
export function parisHour(moment: Date): number {
  const sinceUtc = Math.floor(moment.getTime() / hourMs);
  if (lastHour.sinceUtc !== sinceUtc) lastHour = { sinceUtc, hour: Number(localParts(moment).hour) };
  return lastHour.hour;
}

/** Cached, since time zone lookups are slow. */
let lastDays: { day: string; start: Date; end: Date }[] = [];
let lastDay = { day: '', start: new Date(NaN), end: new Date(NaN) };
let lastHour = { sinceUtc: NaN, hour: NaN };

const isInLastDay = (moment: Date): boolean => moment >= lastDay.start && moment < lastDay.end;

/** The first moment of the bank's calendar day in which a moment falls, and the first after it. */
export function parisDayAround(moment: Date): { start: Date; end: Date } {
  if (!isInLastDay(moment)) {
    const day = dayOf(moment);
    lastDay = { day, start: startOfParisDay(day), end: endOfParisDay(day) };
  }
  return lastDay;
}

function localParts(moment: Date) {
  const values = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  return values as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;
}
