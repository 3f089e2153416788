import { z } from 'zod';
import { foreignCurrencies, homeCurrency } from './currencies';
import { day } from './time';

export * from './rate-numbers';

/** Rates older than this many business days (TARGET) are not exchanged at (the bank and the world, section 2). */
export const staleAfterDays = 4;

/** The days of a rate that the chart and its table show. */
export const rateHistoryDays = 90;

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
