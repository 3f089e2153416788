// Without zod: the frames on partners' pages read this too.

import { type Currency, type ForeignCurrency, homeCurrency } from './currencies';

/** A rate as an integer: units of a currency for one euro, times 10^8. */
export type Rate = bigint;
export const rateDecimals = 8;
export const rateOfEuro: Rate = 10n ** BigInt(rateDecimals);

const decimal = /^\d{1,9}(?:\.\d{1,8})?$/;

/** Reads a decimal such as `1.0842`, exactly; undefined for another text, more than eight decimals, or zero. */
export function rateOf(text: string): Rate | undefined {
  if (!decimal.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const rate = BigInt(whole + fraction.padEnd(rateDecimals, '0'));
  return rate > 0n ? rate : undefined;
}

/** A rate as the number of the wire. */
export const rateNumber = (rate: Rate): number => Number(rate) / Number(rateOfEuro);

/** A rate of the wire as an integer. */
export const rateOfNumber = (rate: number): Rate => BigInt(Math.round(rate * Number(rateOfEuro)));

/** The part of `GET /api/rates` with the rates. */
interface RateTable {
  rates: Partial<Record<ForeignCurrency, number>>;
}

/** The rate of a currency in a table of the wire; undefined when it has none. */
export function rateIn({ rates: table }: RateTable, currency: Currency): Rate | undefined {
  if (currency === homeCurrency) return rateOfEuro;
  const rate = table[currency];
  return rate === undefined ? undefined : rateOfNumber(rate);
}
