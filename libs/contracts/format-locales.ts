import type { Language } from './language';

/** The locale of dates and numbers in each language. */
export const formatLocales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };
