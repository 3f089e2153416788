import { leastDigits } from '@bank/contracts/currencies';
import { formatLocales } from '@bank/contracts/format-locales';
import { toDecimal } from '@bank/contracts/money';
import { bankTimeZone } from '@bank/contracts/days';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';

export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];
export type TextKey = keyof typeof fr;

const texts: Record<Language, Record<TextKey, string>> = { fr, en };

/** The language that an address asks for; French otherwise. */
export const languageOf = (asked: unknown): Language => (asked === 'en' ? 'en' : 'fr');

/** The texts and formats of a language. */
export interface Words {
  language: Language;
  t: (key: TextKey, values?: Record<string, string | number>) => string;
  /** Minor units as an amount in a currency. */
  money: (minor: bigint, currency?: string) => string;
  /** With all its decimals. */
  number: (value: number) => string;
  time: (at: Date) => string;
  /** A day such as `2026-11-21`. */
  day: (iso: string) => string;
}

const made = new Map<Language, Words>();

export function wordsOf(language: Language): Words {
  const known = made.get(language);
  if (known) return known;
  const words = makeWords(language);
  made.set(language, words);
  return words;
}

function makeWords(language: Language): Words {
  const locale = formatLocales[language];
  const currencies = new Map<string, Intl.NumberFormat>();
  const format = (currency: string) => {
    const known =
      currencies.get(currency) ??
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: leastDigits(currency),
      });
    currencies.set(currency, known);
    return known;
  };
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 5 });
  // With the day: the lists keep what is older than today.
  const times = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: bankTimeZone,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    language,
    t: (key, values = {}) =>
      texts[language][key].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? '')),
    // The sign is a true minus.
    money: (minor, currency = 'EUR') => format(currency).format(toDecimal(minor, currency)).replace('-', '−'),
    number: (value) => numbers.format(value),
    time: (at) => times.format(at),
    day: (iso) => days.format(new Date(`${iso}T00:00:00Z`)),
  };
}
