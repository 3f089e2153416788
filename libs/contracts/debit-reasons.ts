import type { Language } from './language';
import en from './locales/debit-reasons.en.json';
import fr from './locales/debit-reasons.fr.json';

const texts: Record<Language, Record<string, string>> = { fr, en };

/** Why a direct debit was refused or given back, in the payer's words, by its reason code (ISO 20022, EPC173-14). */
export const debitReason = (code: string, language: Language): string =>
  texts[language][code] ?? texts[language].other ?? '';
