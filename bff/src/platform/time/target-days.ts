import { addDays } from './paris-day';

/** Fixed closing days of TARGET, the Eurosystem's settlement (European Central Bank, since 2002): month and day. */
const fixedClosings = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Closing days relative to Easter Sunday: Good Friday and Easter Monday. */
const easterClosings = [-2, 1];

/** Whether banks settle with each other on a day, such as `2026-12-24`: not at weekends, nor on TARGET's closing days. */
export function isTargetDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || fixedClosings.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return !easterClosings.some((after) => addDays(easter, after) === day);
}

/** Easter Sunday of a year by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): string {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const [leaps, rest] = [Math.floor(century / 4), century % 4];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leaps - correction + 15) % 30;
  const toSunday = (32 + 2 * rest + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const since = epact + toSunday - 7 * late;
  return addDays(`${year}-03-22`, since);
}
