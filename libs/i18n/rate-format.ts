import { formatLocales } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import { useMemo } from 'react';
import { useLanguage } from './language';
import { lazy } from './lazy';

/** Formatters of exchange rates in one language; apart from the others, since few pages need them. */
export interface RateFormat {
  /** A rate with six significant digits. */
  rate: (value: number) => string;
  /** `dollar des États-Unis`, by the code of a currency. */
  currencyName: (code: string) => string;
}

/** The formatters of a language. */
export function rateFormatFor(language: Language): RateFormat {
  const locale = formatLocales[language];
  const rates = lazy(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }));
  const names = lazy(() => new Intl.DisplayNames(locale, { type: 'currency' }));
  return {
    rate: (value) => rates().format(value),
    currencyName: (code) => names().of(code) ?? code,
  };
}

/** Those of the page's language. */
export function useRateFormat(): RateFormat {
  const language = useLanguage();
  return useMemo(() => rateFormatFor(language), [language]);
}
