import { addDays } from '@bank/contracts/days';
import { parisDay, startOfParisDay } from './paris-day';

/** The bank's calendar month (`2026-11`) in which a moment falls. */
export const parisMonth = (moment: Date): string => parisDay(moment).slice(0, 7);

/** The month that lies `count` months after (or, negative, before) a month. */
export function addMonths(month: string, count: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  return moved.toISOString().slice(0, 7);
}

/** The first moment of a bank's calendar month, and the first after it. */
export const parisMonthBounds = (month: string): [from: Date, to: Date] => [
  startOfParisDay(`${month}-01`),
  startOfParisDay(`${addMonths(month, 1)}-01`),
];

/** The day before a month begins, and its last day. */
export const daysAround = (month: string): { before: string; last: string } => ({
  before: addDays(`${month}-01`, -1),
  last: addDays(`${addMonths(month, 1)}-01`, -1),
});
