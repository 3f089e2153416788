import type { Language } from '@bank/contracts/language';
import { withValues } from '@bank/contracts/placeholders';
import en from '../../../locales/plain-pages.en.json';
import fr from '../../../locales/plain-pages.fr.json';

type TextName = keyof typeof fr;
const texts: Record<Language, Record<TextName, string>> = { fr, en };

/** A text of what the server itself shows without a script. */
export const plainText = (name: TextName, language: Language, values: Record<string, string> = {}): string =>
  withValues(texts[language][name], values);
