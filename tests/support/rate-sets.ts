import type { TestConnection } from './customers';

/**
 * Gives a bank rates of a day as if they had been published: units of each currency for one euro, times 10^8. Imports no
 * source of the server, so that browser tests can use it.
 */
export async function storeRates(
  database: TestConnection,
  day: string,
  rates: readonly (readonly [currency: string, rate: string | undefined])[],
): Promise<void> {
  const [known] = await database.rows('SELECT MAX(version) AS version FROM rate_sets WHERE day = ?', [day]);
  const values = [day, Number(known?.version ?? 0) + 1, 'The test'];
  const insert =
    'INSERT INTO rate_sets (day, version, source, fetched_at) VALUES (?, ?, ?, UTC_TIMESTAMP(3)) RETURNING id';
  const [set] = await database.rows(insert, values);
  const rows = rates.map(([currency, rate]) => [set?.id, currency, rate]);
  await database.rows('INSERT INTO rates (set_id, currency, rate) VALUES ?', [rows]);
}
