import type { Language } from '@bank/contracts/language';
import en from '../../../locales/cases.en.json';
import fr from '../../../locales/cases.fr.json';

/** The bank's own words in a timeline, by their name in `locales/cases.*.json`. */
export type CaseTextKey = keyof typeof fr;

const texts: Record<Language, Record<CaseTextKey, string>> = { fr, en };

/** The words of a name in a language, each `{value}` replaced once; those of a newer server are empty. */
export const caseText = (key: string, values: Record<string, string>, language: Language): string =>
  (texts[language][key as CaseTextKey] ?? '').replace(
    /\{(\w+)\}/g,
    (_whole, name: string) => values[name] ?? '',
  );
