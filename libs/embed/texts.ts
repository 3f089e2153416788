import en from './locales/en.json';
import fr from './locales/fr.json';
import toolsEn from './locales/tools.en.json';
import toolsFr from './locales/tools.fr.json';

/** As in widget.ts. */
declare const isTools: boolean;

type Words = Record<keyof typeof fr | keyof typeof toolsFr, string>;

/** The script's texts for a language tag such as `en-GB`; French unless English. */
export const textsFor = (locale: () => string) =>
  (/^en\b/i.test(locale()) ? (isTools ? toolsEn : en) : isTools ? toolsFr : fr) as Words;
