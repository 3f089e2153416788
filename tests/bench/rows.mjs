import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';
import { supervise } from '../../libs/cli/processes.mjs';
import { startBenchDatabase } from './bench-database.mjs';
import { growBank } from './grow-bank.mjs';

/**
 * `npm run bench:rows`: movements a second on a durable database, by the row that they have in common: none (between
 * customers), the one row of an account of the bank, its sixteen stripes, one popular recipient. A movement is two packets,
 * as the server sends it: its locks, then its rows with the commit. BENCH_SECONDS (9) is what each gets, in three rounds by
 * turns; the best round counts.
 */
const seconds = Number(process.env.BENCH_SECONDS || 9);
const rounds = 3;
const people = 1_024;
const lanes = 32;
/** What movements over the stripes of an account reach at least of those between customers. */
const least = 0.9;

const { createPool, createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-bench-'));

/** @typedef {(customer: number, other: number) => [from: number, to: number]} Pair */

async function bench() {
  const { url, migrationUrl } = await startBenchDatabase(home);
  const owner = await createConnection(databaseAddress(migrationUrl));
  await growBank(owner, people);
  await owner.query('UPDATE accounts SET overdraft_limit = 1e12 WHERE user_id IS NOT NULL');
  const customers = await idsOf(owner, 'user_id IS NOT NULL');
  const stripes = await idsOf(owner, "kind = 'funding'");
  await owner.end();
  const pool = createPool({
    ...databaseAddress(url),
    connectionLimit: lanes,
    timezone: 'Z',
    multipleStatements: true,
  });
  pool.on('connection', (/** @type {{ query(sql: string): void }} */ connection) =>
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  );
  const rates = await compare(pool, customers, stripes);
  await pool.end();
  return report(rates);
}

/** @param {any} database @param {string} condition @returns {Promise<number[]>} */
async function idsOf(database, condition) {
  const [rows] = await database.query(`SELECT id FROM accounts WHERE ${condition} ORDER BY id`);
  return rows.map((/** @type {{ id: number }} */ { id }) => Number(id));
}

/**
 * @param {any} pool
 * @param {number[]} customers
 * @param {number[]} stripes
 */
async function compare(pool, customers, stripes) {
  const popular = customers.pop() ?? 0;
  /** @type {Record<string, Pair>} */
  const movements = {
    'between customers': (customer, other) => [customer, other],
    'over sixteen rows of the bank': (customer) => [stripes[customer % stripes.length] ?? 0, customer],
    'over one row of the bank': (customer) => [stripes[0] ?? 0, customer],
    'to one popular recipient': (customer) => [customer, popular],
  };
  const rates = Object.fromEntries(Object.keys(movements).map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, pair] of Object.entries(movements)) {
      const rate = await rateOf(pool, customers, pair);
      rates[name] = Math.max(rates[name] ?? 0, rate);
    }
  }
  return rates;
}

/**
 * Movements a second; each lane has customers of its own.
 * @param {any} pool
 * @param {number[]} customers
 * @param {Pair} pair
 */
async function rateOf(pool, customers, pair) {
  const each = Math.floor(customers.length / lanes);
  const milliseconds = (seconds * 1_000) / rounds;
  const begun = performance.now();
  let done = 0;
  const lane = async (/** @type {number} */ at) => {
    for (let turn = 0; performance.now() - begun < milliseconds; turn += 1) {
      const one = customers[at * each + (turn % each)] ?? 0;
      const other = customers[at * each + ((turn + 1) % each)] ?? 0;
      await move(pool, ...pair(one, other));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
  return done / ((performance.now() - begun) / 1_000);
}

/** @param {any} pool @param {number} from @param {number} to */
async function move(pool, from, to) {
  const connection = await pool.getConnection();
  try {
    const [[, rows]] = await connection.query(
      'START TRANSACTION; SELECT id, balance FROM accounts WHERE id IN (?, ?) ORDER BY id FOR UPDATE',
      [from, to],
    );
    const balanceOf = (/** @type {number} */ id) =>
      Number(rows.find((/** @type {{ id: number }} */ row) => Number(row.id) === id).balance);
    const [left, right] = [balanceOf(from) - 1, balanceOf(to) + 1];
    const now = new Date();
    await connection.query(
      `INSERT INTO transfers (reference, kind, description, created_at) VALUES (?, 'transfer', 'Virement', ?);
       INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
         VALUES (LAST_INSERT_ID(), ?, -1, ?, ?), (LAST_INSERT_ID(), ?, 1, ?, ?);
       UPDATE accounts SET balance = CASE id WHEN ? THEN ? WHEN ? THEN ? END WHERE id IN (?, ?);
       COMMIT`,
      [
        `TR-${randomBytes(8).toString('hex')}`,
        now,
        from,
        left,
        now,
        to,
        right,
        now,
        from,
        left,
        to,
        right,
        from,
        to,
      ],
    );
  } finally {
    connection.release();
  }
}

/** @param {Record<string, number>} rates */
function report(rates) {
  const reference = rates['between customers'] ?? 0;
  for (const [name, rate] of Object.entries(rates)) {
    console.log(`${name}: ${rate.toFixed(0)} a second, ratio ${(rate / reference).toFixed(2)}`);
  }
  const reached = (rates['over sixteen rows of the bank'] ?? 0) / reference;
  if (reached < least)
    console.error(`the stripes reach ${reached.toFixed(2)} of the reference, not ${least}`);
  return reached < least ? 1 : 0;
}

await supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
