import { formatLocales } from '@bank/contracts/format-locales';
import { bankToday } from '@bank/i18n/format';
import { useLanguage } from '@bank/i18n/language';

/** The current month of Paris, `2026-11`. */
export const runningMonth = (): string => bankToday().slice(0, 7);

export function nextMonth(month: string): string {
  const moved = new Date(`${month}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + 1);
  return moved.toISOString().slice(0, 7);
}

/** Returns a function that writes a month in the page's language: `octobre 2026`. */
export function useMonthText(): (month: string) => string {
  const format = new Intl.DateTimeFormat(formatLocales[useLanguage()], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}
