import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';

const { createPool } = createRequire(new URL('../../bff/package.json', import.meta.url))('mysql2/promise');

/**
 * What a transfer costs without a server in front, by mysql2 alone: what the wire contract asks the database to do for
 * one, and nothing else. It claims the key, looks the two customers up, locks their accounts, adds the transfer, its
 * two entries, the log row, the notification and the five live events, writes both balances and the answer, and
 * commits: twelve statements. It leaves out what a server does for a caller: it does not parse, authenticate, validate,
 * check the day's limit or the recipient's preferences, nor log.
 * @param {string} url
 * @param {number} connections
 * @param {'query' | 'execute'} how mysql2's usual way, or statements that each connection prepares once
 */
export function bareTransfers(url, connections, how) {
  const pool = createPool({ ...databaseAddress(url), connectionLimit: connections, timezone: 'Z' });
  pool.on('connection', (/** @type {{ query(sql: string): void }} */ connection) =>
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  );
  /**
   * @param {{ id: number, account: number }} from
   * @param {{ id: number, account: number }} to
   */
  const transfer = async (from, to) => {
    const connection = await pool.getConnection();
    try {
      await connection.query('START TRANSACTION');
      await move((sql, values) => connection[how](sql, values), from, to);
      await connection.query('COMMIT');
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  };
  return { transfer, close: () => pool.end() };
}

/**
 * @param {(sql: string, values: unknown[]) => Promise<any>} send
 * @param {{ id: number, account: number }} from
 * @param {{ id: number, account: number }} to
 */
async function move(send, from, to) {
  const now = new Date();
  const name = randomBytes(8).toString('hex');
  const reference = `TR-${name}`;
  const insert = (/** @type {string} */ into, /** @type {unknown[][]} */ ...rows) =>
    send(
      `INSERT INTO ${into} VALUES ${rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')}`,
      rows.flat(),
    );
  const [claim] = await insert('idempotency_keys (client, idempotency_key, request_hash, created_at)', [
    `user:${from.id}`,
    name,
    randomBytes(32),
    now,
  ]);
  const [people] = await send('SELECT id, first_name, last_name FROM users WHERE id IN (?, ?)', [
    from.id,
    to.id,
  ]);
  const [left, right] = await lockBalances(send, from, to);
  const [made] = await insert(
    'transfers (reference, kind, description, created_by, request_id, created_at)',
    [reference, 'transfer', 'Virement', from.id, name, now],
  );
  await insert(
    'entries (transfer_id, account_id, amount, balance_after, description, created_at)',
    [made.insertId, from.account, -1, left - 1, people[1].first_name, now],
    [made.insertId, to.account, 1, right + 1, people[0].first_name, now],
  );
  await send('UPDATE accounts SET balance = CASE id WHEN ? THEN ? WHEN ? THEN ? END WHERE id IN (?, ?)', [
    from.account,
    left - 1,
    to.account,
    right + 1,
    from.account,
    to.account,
  ]);
  const facts = JSON.stringify({ reference, legs: [{ sum: '-0,01 EUR', account: from.account }] });
  await insert('audit_log (created_at, user_id, action, type, text, params, request_id)', [
    now,
    from.id,
    'ledger.transfer',
    'info',
    'movement.transfer',
    facts,
    name,
  ]);
  const [told] = await insert('notifications (user_id, type, text_key, text_values, created_at)', [
    to.id,
    'transaction',
    'money_received',
    JSON.stringify({ amount: '0.01', reference }),
    now,
  ]);
  await insert(
    'events (user_id, type, data, created_at)',
    ...liveEvents(from, to, reference, told.insertId, now),
  );
  const answer = JSON.stringify({ success: true, reference, balance: left / 100 });
  await send('UPDATE idempotency_keys SET answer = ? WHERE id = ?', [answer, claim.insertId]);
}

/**
 * @param {(sql: string, values: unknown[]) => Promise<any>} send
 * @param {{ account: number }} from
 * @param {{ account: number }} to
 * @returns {Promise<[number, number]>}
 */
async function lockBalances(send, from, to) {
  const [rows] = await send('SELECT id, balance FROM accounts WHERE id IN (?, ?) ORDER BY id FOR UPDATE', [
    from.account,
    to.account,
  ]);
  const balanceOf = (/** @type {number} */ id) =>
    Number(rows.find((/** @type {{ id: number }} */ row) => Number(row.id) === id).balance);
  return [balanceOf(from.account), balanceOf(to.account)];
}

/**
 * @param {{ id: number }} from
 * @param {{ id: number }} to
 * @param {string} reference
 * @param {number} notification
 * @param {Date} now
 */
function liveEvents(from, to, reference, notification, now) {
  const balance = JSON.stringify({ current_balance: 1, available_balance: 1, currency: 'EUR' });
  const transaction = JSON.stringify({ reference });
  return [
    [from.id, 'balance', balance, now],
    [from.id, 'transaction', transaction, now],
    [to.id, 'balance', balance, now],
    [to.id, 'transaction', transaction, now],
    [to.id, 'notification', JSON.stringify({ id: notification, type: 'transaction' }), now],
  ];
}
