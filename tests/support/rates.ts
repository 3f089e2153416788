import { foreignCurrencies } from '../../libs/contracts/currencies';
import { rateOf } from '../../libs/contracts/rates';
import { builtInRates } from '../../bff/src/money/rates/built-in-rates';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import type { TestConnection } from './customers';

/** Rates that are easy to reckon with. */
export const testRates = { USD: '1.0842', GBP: '0.8500', JPY: '163.42' } as const;

/** Gives a bank rates of a day, by default today's, as if they had been published: `testRates`, and others for the rest. */
export async function giveRates(database: TestConnection, day = parisDay(new Date())): Promise<void> {
  const [known] = await database.rows('SELECT MAX(version) AS version FROM rate_sets WHERE day = ?', [day]);
  const values = [day, Number(known?.version ?? 0) + 1, 'The test'];
  const insert =
    'INSERT INTO rate_sets (day, version, source, fetched_at) VALUES (?, ?, ?, UTC_TIMESTAMP(3)) RETURNING id';
  const [set] = await database.rows(insert, values);
  const own = new Map<string, string>(Object.entries(testRates));
  const rows = foreignCurrencies.map((currency) => {
    const text = own.get(currency);
    return [set?.id, currency, (text ? rateOf(text) : builtInRates.get(currency))?.toString()];
  });
  await database.rows('INSERT INTO rates (set_id, currency, rate) VALUES ?', [rows]);
}
