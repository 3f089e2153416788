import { addDays, endOfParisDay, startOfParisDay } from './paris-day';

/** The days of Paris from one to another, both included, and how a query tells in which of them a moment falls. */
export interface DaySeries {
  days: string[];
  /** The first moment of the first day, and the first after the last. */
  bounds: [start: Date, end: Date];
  /** SQL for the place in `days` of a column's moment, which must lie in the bounds. */
  placeOf: (column: string) => string;
}

/** A day has 23 to 25 hours; its beginnings are written out, for MariaDB and MySQL to search by halves. */
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
