import { addDays } from '@bank/contracts/days';
import { endOfParisDay, startOfParisDay } from './paris-day';

/** Consecutive days of Paris, for queries that group rows by day. */
export interface DaySeries {
  days: string[];
  /** The first moment of the first day, and the first after the last. */
  bounds: [start: Date, end: Date];
  /** SQL for the index in `days` of a column's moment, which must lie in the bounds. */
  placeOf: (column: string) => string;
}

/** Days have 23 to 25 hours, so INTERVAL() searches their starts (binary search in MariaDB and MySQL). */
export function daySeries(from: string, to: string): DaySeries {
  const days = daysBetween(from, to);
  const starts = days.map((day) => startOfParisDay(day).getTime() / 1000);
  return {
    days,
    bounds: [startOfParisDay(from), endOfParisDay(to)],
    placeOf: (column) => `INTERVAL(UNIX_TIMESTAMP(${column}), ${starts.join(', ')}) - 1`,
  };
}

/** The days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
