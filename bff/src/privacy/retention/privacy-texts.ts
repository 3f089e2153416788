import type { Language } from '@bank/contracts/language';
import { withValues } from '@bank/contracts/placeholders';
import en from '../../../locales/privacy.en.json';
import fr from '../../../locales/privacy.fr.json';

export type PrivacyTextName = keyof typeof fr;
const texts: Record<Language, Record<PrivacyTextName, string>> = { fr, en };

/** The texts of exports, closings and retention in a language, with their placeholders filled. */
export const privacyTexts =
  (language: Language) =>
  (name: PrivacyTextName, values: Record<string, string> = {}): string =>
    withValues(texts[language][name], values);
