import { z } from 'zod';
import { type Currency, foreignCurrencies, homeCurrency } from './currencies';
import { day } from './time';

/** A rate as an integer: units of a currency for one euro, times 10^8. */
export type Rate = bigint;
export const rateDecimals = 8;
export const rateOfEuro: Rate = 10n ** BigInt(rateDecimals);

/** Rates older than this many business days (TARGET) are not exchanged at (the bank and the world, section 2). */
export const staleAfterDays = 4;

/** The days of a rate that the chart and its table show. */
export const rateHistoryDays = 90;

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

const foreign = z.enum(foreignCurrencies);

/**
 * What one euro is worth in each currency on a day; a currency without a rate is not offered. `source`: as the file of the
 * rates names its sender, or `built-in`. `stale`: too old to exchange at.
 */
export const rates = z
  .object({
    base: z.literal(homeCurrency),
    date: day,
    source: z.string(),
    rates: z.partialRecord(foreign, z.number().positive()),
    stale: z.boolean(),
  })
  .meta({ id: 'Rates' });
export type Rates = z.infer<typeof rates>;

export const rateHistoryQuery = z.strictObject({ currency: foreign });

/** Oldest first, one for each business day with a rate. */
export const rateHistory = z
  .object({
    currency: foreign,
    rates: z.array(z.object({ date: day, rate: z.number().positive() })),
  })
  .meta({ id: 'RateHistory' });
export type RateHistory = z.infer<typeof rateHistory>;

/** The rate of a currency in a table of the wire; undefined when it has none. */
export function rateIn({ rates: table }: Pick<Rates, 'rates'>, currency: Currency): Rate | undefined {
  if (currency === homeCurrency) return rateOfEuro;
  const rate = table[currency];
  return rate === undefined ? undefined : rateOfNumber(rate);
}
