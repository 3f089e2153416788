/** The time zone of days and daily limits (wire contract, section 2). */
export const bankTimeZone = 'Europe/Paris';

/** 24 hours in milliseconds. A day of the bank has 23 or 25 when the clocks change. */
export const dayMs = 86_400_000;

/** The calendar day (`2026-11-21`) that lies `count` days after (or, negative, before) a day. */
export function addDays(day: string, count: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}

/** How many days the second calendar day lies after the first; negative before it. */
export const daysFrom = (first: string, second: string): number =>
  (Date.parse(second) - Date.parse(first)) / dayMs;

/** The same day `count` months later, or the last day of that month if it is shorter: 31 January and one is 28 February. */
export function addMonthsToDay(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + count, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
