import { bankTimeZone, daysFrom } from '@bank/contracts/days';
import { rateOf } from '@bank/contracts/rates';
import type { RateSet } from '@bank/contracts/rails/reference-rates';
import { isTargetDay, targetDayBefore } from '@bank/contracts/target-days';
import { businessDay } from '../accounts/entries';

/** The centres around which the world's rates move; made up, near those of 2024. */
const centres: Record<string, number> = {
  USD: 1.08,
  JPY: 163,
  CZK: 25.1,
  DKK: 7.459,
  GBP: 0.85,
  HUF: 394,
  PLN: 4.31,
  RON: 4.97,
  SEK: 11.3,
  CHF: 0.956,
  ISK: 149,
  NOK: 11.5,
  TRY: 36,
  AUD: 1.63,
  BRL: 5.9,
  CAD: 1.48,
  CNY: 7.78,
  HKD: 8.43,
  IDR: 17_400,
  ILS: 4.02,
  INR: 90.5,
  KRW: 1_470,
  MXN: 20.1,
  MYR: 4.9,
  NZD: 1.77,
  PHP: 62.4,
  SGD: 1.45,
  THB: 38.6,
  ZAR: 19.7,
};

export const madeUpCurrencies = Object.keys(centres);

/** A change that a person made: from its day on, the rates of a currency are this many times as large. */
export interface RateChange {
  currency: string;
  day: string;
  factor: number;
}

/** When the rates of a business day are published, in hours of Paris. */
const publishedAt = 16;
const hourFormat = new Intl.DateTimeFormat('en', {
  timeZone: bankTimeZone,
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The last business day whose rates are published. */
export function publishedDay(now: Date): string {
  const today = businessDay(now);
  return isTargetDay(today) && Number(hourFormat.format(now)) >= publishedAt ? today : targetDayBefore(today);
}

/** The rates of a day: the same whenever they are asked for. */
export function ratesOf(day: string, changes: readonly RateChange[]): RateSet {
  const rates = madeUpCurrencies.map((currency) => {
    const factor = changes.find((each) => each.currency === currency && each.day <= day)?.factor ?? 1;
    return [currency, rateOf(textOf(usualRate(currency, day) * factor)) ?? 1n] as const;
  });
  return { day, rates: new Map(rates) };
}

/** As far as nobody changed it: two slow waves and a small daily one. */
export function usualRate(currency: string, day: string): number {
  const at = daysFrom('1970-01-01', day);
  const phase = madeUpCurrencies.indexOf(currency) * 1.7;
  const move =
    0.02 * Math.sin(at / 19 + phase) +
    0.008 * Math.sin(at / 5 + 2 * phase) +
    0.002 * Math.sin(at * 2.3 + phase);
  return (centres[currency] ?? 1) * (1 + move);
}

/** Five significant digits and at least four decimals for small rates, as the European Central Bank publishes. */
function textOf(rate: number): string {
  const decimals = Math.min(5, Math.max(2, 4 - Math.floor(Math.log10(rate))));
  return rate.toFixed(decimals);
}
