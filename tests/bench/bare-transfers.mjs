import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const { createPool } = createRequire(new URL('../../bff/package.json', import.meta.url))('mysql2/promise');

/**
 * What a transfer costs without a server in front: the same claim, locks, inserts, updates and commit as the bff's,
 * by mysql2 alone.
 * @param {string} url
 * @param {number} connections
 */
export function bareTransfers(url, connections) {
  const pool = createPool({ uri: url, connectionLimit: connections, timezone: 'Z' });
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
      await move(connection, from, to);
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
 * @param {any} connection
 * @param {{ id: number, account: number }} from
 * @param {{ id: number, account: number }} to
 */
async function move(connection, from, to) {
  const now = new Date();
  const name = randomBytes(8).toString('hex');
  const insert = (/** @type {string} */ sql, /** @type {unknown[]} */ rows) => connection.query(sql, [rows]);
  const [claim] = await insert(
    'INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES (?)',
    [`user:${from.id}`, name, randomBytes(32), now],
  );
  const [locked] = await connection.query(
    'SELECT id, balance FROM accounts WHERE id IN (?) ORDER BY id FOR UPDATE',
    [[from.account, to.account]],
  );
  const balanceOf = (/** @type {number} */ id) =>
    Number(locked.find((/** @type {{ id: number }} */ row) => Number(row.id) === id).balance);
  const [left, right] = [balanceOf(from.account) - 1, balanceOf(to.account) + 1];
  const [made] = await insert(
    'INSERT INTO transfers (reference, kind, description, created_by, request_id, created_at) VALUES (?)',
    [`TR-${name}`, 'transfer', 'Virement', from.id, name, now],
  );
  await insert(
    'INSERT INTO entries (transfer_id, account_id, amount, balance_after, description, created_at) VALUES ?',
    [
      [made.insertId, from.account, -1, left, 'A', now],
      [made.insertId, to.account, 1, right, 'B', now],
    ],
  );
  await connection.query('UPDATE accounts SET balance = CASE id WHEN ? THEN ? ELSE ? END WHERE id IN (?)', [
    ...[from.account, left, right, [from.account, to.account]],
  ]);
  await insert('INSERT INTO audit_log (created_at, user_id, action, type, message, request_id) VALUES (?)', [
    now,
    from.id,
    'ledger.transfer',
    'info',
    `Virement TR-${name}`,
    name,
  ]);
  await connection.query('UPDATE idempotency_keys SET status = 201, answer = ? WHERE id = ?', [
    JSON.stringify({ success: true, reference: `TR-${name}`, balance: left / 100 }),
    claim.insertId,
  ]);
}
