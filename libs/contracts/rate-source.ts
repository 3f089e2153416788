import type { Language } from './language';
import en from './locales/rate-sources.en.json';
import fr from './locales/rate-sources.fr.json';

const names: Record<Language, Record<string, string>> = { fr, en };

/** Where rates come from, in a reader's words: a sender without words of its own by the name that its files give it. */
export const rateSourceText = (source: string, language: Language): string =>
  (Object.hasOwn(names[language], source) ? names[language][source] : undefined) ?? source;
