import { useMemo } from 'react';
import { useSpendingTexts } from './texts';

/** The names of a month (`2026-11`): `novembre 2026`, `nov.`, `N`. */
export function useMonthNames() {
  const { language } = useSpendingTexts();
  return useMemo(() => {
    const formats = {
      full: new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      short: new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }),
      letter: new Intl.DateTimeFormat(language, { month: 'narrow', timeZone: 'UTC' }),
    };
    return (month: string, length: keyof typeof formats) => formats[length].format(new Date(`${month}-01`));
  }, [language]);
}
