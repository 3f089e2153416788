import type { Language } from '@bank/contracts/language';
import en from '../../../locales/text-messages.en.json';
import fr from '../../../locales/text-messages.fr.json';

const texts: Record<Language, typeof fr> = { fr, en };

/** The text message that brings a code. */
export const codeMessage = (language: Language, code: string, minutes: number): string =>
  texts[language].phone_code.replace('{code}', code).replace('{minutes}', String(minutes));
