import type { Language } from '@bank/contracts/language';

const signs: Record<Language, string> = { fr: 'n°', en: 'no.' };

/** `n° 7`: a number in the detail of an approval, in the reader's language. */
export const numberText = (id: number | string | undefined, language: Language): string =>
  `${signs[language]}\u00a0${id}`;
