import { createRequire } from 'node:module';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);

/** As many credits in a transaction as the bank's. */
const atOnce = 500;
/** So many of them are enough for a rate. */
const measured = 40_000;

/**
 * Writes the rows of booked credits once more, by multi-row INSERTs of mysql2 alone: the transfers, their entries, the
 * receipts, log lines, notifications and live events, and the balances. Nothing is read, checked or parsed.
 * @param {any} database
 * @param {string} url
 * @returns {Promise<number>} entries a second
 */
export async function bareCredits(database, url) {
  const bare = await createConnection({ ...databaseAddress(url), timezone: 'Z' });
  let seconds = 0;
  let entries = 0;
  for (let after = 0; entries < 2 * measured;) {
    const [transfers] = await database.query(
      `SELECT t.id, t.kind, t.description, t.created_at, e.account_id, e.amount, e.balance_after, a.user_id AS user
       FROM transfers t JOIN entries e ON e.transfer_id = t.id AND e.amount > 0 JOIN accounts a ON a.id = e.account_id
       WHERE t.kind = 'credit' AND t.id > ? AND t.reference NOT LIKE 'BARE%' ORDER BY t.id LIMIT ?`,
      [after, atOnce],
    );
    if (transfers.length === 0) break;
    after = Number(transfers.at(-1).id);
    const start = performance.now();
    await write(bare, transfers);
    seconds += (performance.now() - start) / 1000;
    entries += 2 * transfers.length;
  }
  await bare.end();
  return entries / seconds;
}

/**
 * @typedef {{ id: number, kind: string, description: string, created_at: Date, account_id: number, amount: number,
 *   balance_after: number, user: number }} Credit
 * @param {any} bare
 * @param {Credit[]} credits
 */
async function write(bare, credits) {
  const insert = (/** @type {string} */ into, /** @type {unknown[][]} */ rows) =>
    bare.query(`INSERT INTO ${into} VALUES ?`, [rows]);
  const now = new Date();
  await bare.query('START TRANSACTION');
  const [{ insertId }] = await insert(
    'transfers (reference, kind, description, created_by, request_id, reverses, created_at)',
    credits.map(({ id, kind, description }) => [`BARE${id}`, kind, description, null, null, null, now]),
  );
  const ids = credits.map((_credit, at) => Number(insertId) + at);
  await insert(
    'entries (transfer_id, account_id, amount, balance_after, description, created_at)',
    credits.flatMap((credit, at) => [
      [ids[at], 5, -Number(credit.amount), 0, null, now],
      [ids[at], credit.account_id, credit.amount, credit.balance_after, null, now],
    ]),
  );
  const cases = credits.map(() => 'WHEN ? THEN ?').join(' ');
  const accounts = credits.map(({ account_id: account }) => account);
  await bare.query(`UPDATE accounts SET balance = CASE id ${cases} END WHERE id IN (?)`, [
    ...credits.flatMap(({ account_id: account, balance_after: balance }) => [account, balance]),
    accounts,
  ]);
  await insert(
    `incoming_credits (kind, sender, transaction_id, end_to_end_id, message_id, instant, amount, currency,
       creditor_account, debtor_account, debtor_name, remittance, outcome, reason_code, transfer_id, received_at)`,
    credits.map(({ id, amount }, at) => [
      'credit',
      'BAREFRPPXXX',
      `BARE${id}`,
      'AF-2026-10-1',
      'BARE',
      0,
      amount,
      'EUR',
      'FR7699999000010000000000197',
      'FR7610071750000000100003496',
      "Caisse d'allocations familiales",
      'Allocations familiales octobre 2026',
      'booked',
      null,
      ids[at],
      now,
    ]),
  );
  await writeNews(bare, credits, now);
  await bare.query('COMMIT');
}

/**
 * @param {any} bare
 * @param {Credit[]} credits
 * @param {Date} now
 */
async function writeNews(bare, credits, now) {
  const facts = JSON.stringify({
    reference: 'TR-ABCDEFGHJKLM',
    legs: [
      { sum: '-193,25 EUR', account: 5 },
      { sum: '+193,25 EUR', account: 1001 },
    ],
  });
  await bare.query(
    'INSERT INTO audit_log (created_at, user_id, email, action, type, text, params, request_id) VALUES ?',
    [credits.map(() => [now, null, null, 'ledger.credit', 'info', 'movement.credit', facts, null])],
  );
  const values = JSON.stringify({ amount: '193.25', sender: 'Caisse', reference: 'TR-ABCDEFGHJKLM' });
  await bare.query('INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES ?', [
    credits.map(({ user }) => [user, 'transaction', 'money_received', values, now]),
  ]);
  const balance = JSON.stringify({ current_balance: 1, available_balance: 1, currency: 'EUR' });
  const events = [
    ['balance', balance],
    ['transaction', JSON.stringify({ reference: 'TR-ABCDEFGHJKLM' })],
    ['notification', JSON.stringify({ id: 1, type: 'transaction' })],
  ];
  await bare.query('INSERT INTO events (user_id, type, data, created_at) VALUES ?', [
    credits.flatMap(({ user }) => events.map(([type, data]) => [user, type, data, now])),
  ]);
}
