import { addDays } from './days';

/** Closing days of TARGET, beside the weekends: fixed ones, and those around Easter (ECB, long-term calendar). */
const fixed = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Whether the euro's settlement system TARGET is open on a day: the business days of reference rates. */
export function isTargetDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || fixed.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The last business day before a day. */
export function targetDayBefore(day: string): string {
  let before = addDays(day, -1);
  while (!isTargetDay(before)) before = addDays(before, -1);
  return before;
}

/** The business day that is `count` of them after a day. */
export function targetDayAfter(day: string, count: number): string {
  let after = day;
  for (let left = count; left > 0; left -= isTargetDay(after) ? 1 : 0) after = addDays(after, 1);
  return after;
}

/** How many business days follow a day, up to another one included; counted up to `most`. */
export function targetDaysBetween(from: string, to: string, most: number): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to && count < most; day = addDays(day, 1)) {
    if (isTargetDay(day)) count += 1;
  }
  return count;
}

/** Easter of the Gregorian calendar, by the anonymous algorithm (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const within = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(within / 4) - moon - (within % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * week) / 451);
  const place = moon + week - 7 * shift + 114;
  const [month, date] = [Math.floor(place / 31), (place % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
