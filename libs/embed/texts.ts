import en from './locales/en.json';
import fr from './locales/fr.json';

/** The loader's texts for a language tag such as `en-GB`; French unless English. */
export const textsFor = (locale: string) => (/^en\b/i.test(locale) ? en : fr);
