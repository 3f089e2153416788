import type { Language } from './language';
import en from './locales/rail-reasons.en.json';
import fr from './locales/rail-reasons.fr.json';

const texts: Record<Language, Record<string, string>> = { fr, en };

/** The money of a payment came back because its payer recalled it. */
export const recalledCode = 'FOCR';

/** Why a payment failed, in plain words, by its reason code (ISO 20022 external code sets). */
export const railReason = (code: string, language: Language): string =>
  texts[language][code] ?? texts[language].other ?? '';

/** Why a recall was refused: the customer who decides is the recipient. */
export const recallReason = (code: string, language: Language): string =>
  code === 'CUST' ? (texts[language].recall_CUST ?? '') : railReason(code, language);
