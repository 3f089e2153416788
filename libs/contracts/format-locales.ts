import type { Language } from './language';

/** The locale of dates and numbers in each language. */
export const formatLocales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

/** The format of days, `21 nov. 2026`. @param timeZone of the moment; `UTC` for a day on the wire */
export const dayFormat = (language: Language, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(formatLocales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
