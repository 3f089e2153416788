import { type ErrorCode, errorText } from './errors';
import type { Language } from './language';
import en from './locales/named-errors.en.json';
import fr from './locales/named-errors.fr.json';

const texts: Record<Language, Partial<Record<ErrorCode, string>>> = { fr, en };

/** The message of a code, with the name of the colleague whose change it is about; without one, `errorText`. */
export const namedErrorText = (code: ErrorCode, language: Language, name: string | undefined): string => {
  const text = name === undefined ? undefined : texts[language][code];
  return text?.replace('{{name}}', () => name ?? '') ?? errorText(code, language);
};
