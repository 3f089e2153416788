import type { Language } from '@bank/contracts/language';
import { plainAmountText } from '../../platform/exports/notation';
import en from '../../../locales/cases.en.json';
import fr from '../../../locales/cases.fr.json';

/** The bank's own words in a timeline, by their name in `locales/cases.*.json`. */
export type CaseTextKey = keyof typeof fr;

const texts: Record<Language, Record<CaseTextKey, string>> = { fr, en };

/**
 * The words of a name in a language; those of a newer server are empty. Each `{value}` is replaced once, `{value:money}` by the
 * formatted amount of a decimal such as `1234.50` in the value `currency`.
 */
export const caseText = (key: string, values: Record<string, string>, language: Language): string =>
  (texts[language][key as CaseTextKey] ?? '').replace(
    /\{(\w+)(:money)?\}/g,
    (_whole, name: string, money: string | undefined) => {
      const value = values[name] ?? '';
      return money ? plainAmountText(Number(value), values.currency ?? 'EUR') : value;
    },
  );
