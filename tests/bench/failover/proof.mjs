import { openDatabase } from '../bank/books.mjs';

/**
 * What is wrong with the books: an acknowledged transfer that is not there, one that is there twice, or one with other amounts.
 * @param {string} databaseUrl
 * @param {import('./load.mjs').Order[]} transfers each with its outcome
 * @returns {Promise<{ lost: number, doubled: number, wrong: string[] }>}
 */
export async function holdTransfers(databaseUrl, transfers) {
  const database = await openDatabase(databaseUrl);
  const [rows] = await database.query(
    `SELECT t.description AS \`key\`, t.reference, MIN(e.amount) AS amount FROM transfers t
     JOIN entries e ON e.transfer_id = t.id WHERE t.kind = 'transfer' GROUP BY t.id, t.description, t.reference`,
  );
  await database.end();
  /** @type {Map<string, { reference: string, amount: number }[]>} */
  const stored = new Map();
  for (const { key, reference, amount } of rows)
    stored.set(key, [...(stored.get(key) ?? []), { reference, amount: -Number(amount) }]);
  let [lost, doubled] = [0, 0];
  /** @type {string[]} */
  const wrong = [];
  for (const { key, reference, refused, amount } of transfers) {
    const found = stored.get(key) ?? [];
    stored.delete(key);
    if (found.length > 1) doubled += 1;
    if (reference && !found.some((each) => each.reference === reference)) lost += 1;
    if (refused) wrong.push(`${key} was refused: ${refused}`);
    if (refused && found.length > 0) wrong.push(`${key} was refused and is there`);
    if (found.some((each) => each.amount !== amount)) wrong.push(`${key} has another amount`);
  }
  for (const key of stored.keys()) wrong.push(`${key} was never ordered`);
  return { lost, doubled, wrong };
}
