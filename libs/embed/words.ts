import en from './locales/en.json';
import fr from './locales/fr.json';

/** The loader's few words in the language of a tag such as `en-GB`; French for any other than English. */
export const wordsIn = (locale: string) => (/^en\b/i.test(locale) ? en : fr);
