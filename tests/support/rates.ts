import { foreignCurrencies } from '@bank/contracts/currencies';
import { rateOf } from '@bank/contracts/rates';
import { builtInRates } from '../../bff/src/money/rates/built-in-rates';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import type { TestConnection } from './customers';
import { storeRates } from './rate-sets';

/** Rates that are easy to reckon with. */
export const testRates = { USD: '1.0842', GBP: '0.8500', JPY: '163.42' } as const;

/** Gives a bank rates of a day, by default today's, as if they had been published: `testRates`, and others for the rest. */
export async function giveRates(database: TestConnection, day = parisDay(new Date())): Promise<void> {
  const own = new Map<string, string>(Object.entries(testRates));
  const rates = foreignCurrencies.map((currency) => {
    const text = own.get(currency);
    return [currency, (text ? rateOf(text) : builtInRates.get(currency))?.toString()] as const;
  });
  await storeRates(database, day, rates);
}
