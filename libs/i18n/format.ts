import { leastDigits } from '@bank/contracts/currencies';
import { bankTimeZone as timeZone, daysFrom } from '@bank/contracts/days';
import { dayFormat, formatLocales } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import { bankNow } from './bank-clock';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { lazy } from './lazy';

/** A time as ISO 8601, `Date` or milliseconds since 1970. */
export type DateInput = string | number | Date;

export interface Format {
  /** Decimal units of the currency, always in French notation: `−1 234,56 €`. */
  amount: typeof formatAmount;
  /** With a plus for incoming money: `+12,00 €`. */
  signedAmount: typeof formatSignedAmount;
  /** Decimal units without the decimals, rounded down: `1 234 €`. */
  wholeAmount: typeof formatWholeAmount;
  number: (value: number) => string;
  /** A ratio with one decimal: 0.123 is `12,3 %`. */
  percent: (ratio: number, options?: { signed?: boolean }) => string;
  /** `21 nov. 2026`, a day of Paris, which no line breaks. */
  date: (moment: DateInput) => string;
  /** `14:05`, the time of Paris. */
  time: (moment: DateInput) => string;
  dateTime: (moment: DateInput) => string;
  /** "À l'instant" under a minute, then minutes, hours under 24, then days, after a month the day: `le 21 nov. 2025`. */
  relativeTime: (moment: DateInput, now?: DateInput) => string;
  /** A future day, counted in days of Paris: `Demain`, `Dans 3 jours`, from a week on `Le 5 déc. 2026`. */
  comingDay: (moment: DateInput, now?: DateInput) => string;
  /** `mardi`, the day of the week in Paris. */
  weekday: (moment: DateInput) => string;
  /** `1er` or `5`, in English `5th`: the day of the month in Paris. */
  dayOfMonth: (moment: DateInput) => string;
}

const texts: Record<Language, typeof fr> = { fr, en };

/** Intl uses a hyphen for negative numbers; a true minus is as wide as the plus and never breaks a line. */
const withMinus = (text: string) => text.replace('-', '\u2212');

/** Negative zero loses its sign. */
const unsignedZero = (value: number) => (value === 0 ? 0 : value);

/** A sentence of the server with no-break spaces where French has a space beside its marks and signs: no line begins with one. */
export const unbroken = (text: string): string => text.replace(/(«) | (?=[:;!?»%€])/g, '$1\u00a0');

const currencyFormats = new Map<string, Intl.NumberFormat>();

type CurrencyOptions = Pick<Intl.NumberFormatOptions, 'signDisplay' | 'maximumFractionDigits'>;

function currencyFormat(currency: string, options: CurrencyOptions): Intl.NumberFormat {
  const key = `${currency} ${options.signDisplay} ${options.maximumFractionDigits}`;
  const known = currencyFormats.get(key);
  if (known) return known;
  // The specification requires French notation for amounts in every language.
  const format = new Intl.NumberFormat('fr-FR', {
    style: 'currency',
    currency,
    minimumFractionDigits: options.maximumFractionDigits ?? leastDigits(currency),
    ...options,
  });
  currencyFormats.set(key, format);
  return format;
}

/** An amount in decimal units of its currency, in French notation: `−1 234,56 €`. */
export function formatAmount(value: number, currency = 'EUR'): string {
  return withMinus(currencyFormat(currency, { signDisplay: 'auto' }).format(unsignedZero(value)));
}

/** An amount with a plus for incoming and a minus for outgoing money. */
export function formatSignedAmount(value: number, currency = 'EUR'): string {
  return withMinus(currencyFormat(currency, { signDisplay: 'exceptZero' }).format(unsignedZero(value)));
}

/** An amount in decimal units of its currency, rounded down to whole ones: `1 234 €`. */
export function formatWholeAmount(value: number, currency = 'EUR'): string {
  return withMinus(
    currencyFormat(currency, { maximumFractionDigits: 0 }).format(unsignedZero(Math.floor(value))),
  );
}

function percentOf(locale: string): Format['percent'] {
  const digits = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const plain = lazy(() => new Intl.NumberFormat(locale, { ...digits, signDisplay: 'negative' }));
  const signed = lazy(() => new Intl.NumberFormat(locale, { ...digits, signDisplay: 'exceptZero' }));
  return (ratio, options) => withMinus((options?.signed ? signed : plain)().format(ratio));
}

const onDay = (language: Language, date: string) => texts[language]['time.onDay'].replace('{{date}}', date);

function relativeTimeOf(language: Language, date: Format['date']): Format['relativeTime'] {
  const format = lazy(() => new Intl.RelativeTimeFormat(formatLocales[language], { numeric: 'always' }));
  return (moment, now = bankNow()) => {
    const minutes = Math.floor((new Date(now).getTime() - new Date(moment).getTime()) / 60_000);
    // A server clock slightly ahead gives a negative age.
    if (minutes < 1) return texts[language]['time.justNow'];
    if (minutes < 60) return format().format(-minutes, 'minute');
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return format().format(-hours, 'hour');
    const days = Math.floor(hours / 24);
    if (days < 32) return format().format(-days, 'day');
    return onDay(language, date(moment));
  };
}

const days = lazy(() => new Intl.DateTimeFormat('en-CA', { timeZone }));

/** The bank's calendar day (`2026-11-21`) in which a moment falls. */
export const bankDay = (moment: DateInput): string => days().format(new Date(moment));

/** Today's. */
export const bankToday = (): string => bankDay(bankNow());

function comingDayOf(language: Language, date: Format['date']): Format['comingDay'] {
  const format = lazy(() => new Intl.RelativeTimeFormat(formatLocales[language], { numeric: 'auto' }));
  return (moment, now = bankNow()) => {
    const ahead = daysFrom(bankDay(now), bankDay(moment));
    const words = ahead < 0 || ahead > 6 ? onDay(language, date(moment)) : format().format(ahead, 'day');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
}

const ordinals: Record<Language, Partial<Record<Intl.LDMLPluralRule, string>>> = {
  fr: { one: 'er' },
  en: { one: 'st', two: 'nd', few: 'rd', other: 'th' },
};

function dayOfMonthOf(language: Language): Format['dayOfMonth'] {
  const rules = lazy(() => new Intl.PluralRules(formatLocales[language], { type: 'ordinal' }));
  return (moment) => {
    const day = Number(bankDay(moment).slice(8));
    return `${day}${ordinals[language][rules().select(day)] ?? ''}`;
  };
}

function createFormat(language: Language): Format {
  const locale = formatLocales[language];
  const numbers = lazy(() => new Intl.NumberFormat(locale));
  const dates = lazy(() => dayFormat(language, timeZone));
  const times = lazy(
    () => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }),
  );
  const weekdays = lazy(() => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }));
  // No line ends between the day and its month.
  const date = (moment: DateInput) => dates().format(new Date(moment)).replaceAll(' ', '\u00a0');
  const time = (moment: DateInput) => times().format(new Date(moment));
  return {
    amount: formatAmount,
    signedAmount: formatSignedAmount,
    wholeAmount: formatWholeAmount,
    number: (value) => withMinus(numbers().format(unsignedZero(value))),
    percent: percentOf(locale),
    date,
    time,
    dateTime: (moment) => `${date(moment)}, ${time(moment)}`,
    relativeTime: relativeTimeOf(language, date),
    comingDay: comingDayOf(language, date),
    weekday: (moment) => weekdays().format(new Date(moment)),
    dayOfMonth: dayOfMonthOf(language),
  };
}

const formats = new Map<Language, Format>();

/** The cached formatters of a language. */
export function formatFor(language: Language): Format {
  const format = formats.get(language) ?? createFormat(language);
  formats.set(language, format);
  return format;
}
