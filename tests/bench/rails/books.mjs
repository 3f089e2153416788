import { openDatabase } from '../bank/books.mjs';
import { differences, expectedMoves } from './comparison.mjs';

/**
 * Compares what both sides have stored, and returns each difference in a sentence.
 * @param {import('../bank/cluster.mjs').Cluster} cluster
 * @param {{ customers: import('./traffic.mjs').Customer[], orders: import('./traffic.mjs').Order[], others: number,
 *   openingCents: number }} known `others` is how many payments were made beside the orders
 */
export async function compare({ migrationUrl, world }, { customers, orders, others, openingCents }) {
  const [bank, other] = [await openDatabase(migrationUrl), await openDatabase(world.databaseUrl)];
  const list = async (/** @type {any} */ database, /** @type {string} */ sql) =>
    (await database.query(sql))[0].map((/** @type {any} */ row) => ({ ...row, amount: Number(row.amount) }));
  const number = async (/** @type {any} */ database, /** @type {string} */ sql) =>
    Number((await database.query(sql))[0][0].number);
  const ours = {
    outgoing: await list(
      bank,
      `SELECT p.reference AS id, p.amount, a.iban AS account, p.stage AS state FROM payments p
       JOIN accounts a ON a.id = p.account_id`,
    ),
    incoming: await list(
      bank,
      `SELECT transaction_id AS id, amount, creditor_account AS account, outcome AS state FROM incoming_credits
       WHERE kind = 'credit'`,
    ),
    settlement: await number(bank, "SELECT SUM(balance) AS number FROM accounts WHERE kind = 'settlement'"),
  };
  const sent = (/** @type {string} */ kind) =>
    list(
      other,
      `SELECT transaction_id AS id, amount, customer_iban AS account, state FROM payments WHERE kind = '${kind}'`,
    );
  const theirs = {
    outgoing: await sent('received'),
    incoming: await sent('credit'),
    settlement: await number(
      other,
      `SELECT COALESCE(SUM(e.amount), 0) AS number FROM entries e JOIN accounts a ON a.id = e.account_id
       WHERE a.kind = 'settlement'`,
    ),
  };
  const found = [
    ...differences(ours, theirs),
    ...(await compareBalances(bank, customers, { moves: expectedMoves(theirs), openingCents })),
  ];
  const [[counted]] = await bank.query('SELECT COUNT(*) AS payments FROM payments');
  const made = orders.filter(({ id }) => id !== undefined);
  for (const { key, refused } of orders) if (refused) found.push(`order ${key} was refused: ${refused}`);
  if (new Set(made.map(({ id }) => id)).size !== made.length) found.push('two orders have the same payment');
  if (Number(counted.payments) !== made.length + others)
    found.push(`${counted.payments} payments are stored for ${made.length + others} orders`);
  /** @type {Record<string, number>} */
  const states = {};
  for (const { state } of ours.outgoing) states[state] = (states[state] ?? 0) + 1;
  console.log(`payments by their stage: ${JSON.stringify(states)}`);
  await Promise.all([bank.end(), other.end()]);
  return found;
}

/**
 * @param {any} bank
 * @param {import('./traffic.mjs').Customer[]} customers
 * @param {{ moves: Map<string, number>, openingCents: number }} expected
 */
async function compareBalances(bank, customers, { moves, openingCents }) {
  const [rows] =
    await bank.query(`SELECT a.iban, a.balance, a.held, COALESCE((SELECT SUM(p.amount) FROM payments p
    WHERE p.account_id = a.id AND p.stage = 'awaiting_approval'), 0) AS waiting FROM accounts a`);
  const stored = new Map(rows.map((/** @type {any} */ row) => [row.iban, row]));
  return customers.flatMap(({ iban }) => {
    const { balance, held, waiting } = /** @type {any} */ (stored.get(iban));
    const expected = openingCents + (moves.get(iban) ?? 0);
    return Number(balance) === expected && Number(held) === Number(waiting)
      ? []
      : [`${iban} has ${balance}, held ${held}; by the world's books ${expected}, held ${waiting}`];
  });
}
