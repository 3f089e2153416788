import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';
import { supervise } from '../../libs/cli/processes.mjs';
import { runServerCommands } from '../../libs/cli/server.mjs';
import { startBenchDatabase } from './bench-database.mjs';

/**
 * `npm run bench:verify`: `ledger:verify` over 10 000 000 entries in three currencies, over the stripes of the bank's
 * accounts, in at most a minute; then it changes one entry and expects that to be found. BENCH_ENTRIES sets their number.
 */
const entries = Number(process.env.BENCH_ENTRIES || 10_000_000);
const mostSeconds = 60;
const batch = 200_000;

/**
 * The customers' accounts: deposits come to one after the other, and to each from the stripe of its place. Sizes are whole
 * multiples of 16.
 */
const groups = [
  { currency: 'EUR', size: 1_280 },
  { currency: 'USD', size: 160 },
  { currency: 'GBP', size: 160 },
];
const people = 1_280;
const cycle = 1_600;

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-bench-'));

async function bench() {
  const { migrationUrl, env } = await startBenchDatabase(home);
  const owner = await createConnection(databaseAddress(migrationUrl));
  await open(owner);
  await deposit(owner);
  const begun = performance.now();
  await runServerCommands(['ledger:verify'], env);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`${entries} entries verified in ${seconds.toFixed(1)} s (at most ${mostSeconds} s)`);
  const isFound = await findsAChange(owner, env);
  console.log(isFound ? 'a changed entry is found' : 'a changed entry is NOT found');
  await owner.end();
  return seconds <= mostSeconds && isFound ? 0 : 1;
}

/** Opens the accounts, and lists them by their place with the row of the bank that each gets its deposits from. */
async function open(/** @type {any} */ owner) {
  await owner.query('SET foreign_key_checks = 0, unique_checks = 0');
  await owner.query(`
    INSERT INTO users (email, username, first_name, last_name, password_hash, role, created_at)
    SELECT CONCAT(seq, '@grown.example'), CONCAT('client', seq), 'Grown', seq, 'nobody', 'user', NOW(3) FROM seq_1_to_${people}`);
  await owner.query(
    'CREATE TEMPORARY TABLE places (place INT PRIMARY KEY, start INT, size INT, account INT, stripe INT)',
  );
  let start = 0;
  for (const { currency, size } of groups) {
    await owner.query(
      `INSERT INTO accounts (user_id, kind, currency, account_type, created_at)
       SELECT id, 'customer', ?, 'current', NOW(3) FROM users WHERE username LIKE 'client%' ORDER BY id LIMIT ?`,
      [currency, size],
    );
    const bankKind = currency === 'EUR' ? 'funding' : 'settlement';
    await owner.query(
      `INSERT INTO places
       SELECT ? + c.place, ?, ?, c.id, b.id FROM
         (SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS place FROM accounts WHERE user_id IS NOT NULL AND currency = ?) c
         JOIN (SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS place FROM accounts WHERE kind = ? AND currency = ?) b
           ON b.place = c.place % 16`,
      [start, start, size, currency, bankKind, currency],
    );
    start += size;
  }
}

/** One cent each: how many an account or a stripe had before is computed from the number of the deposit. */
async function deposit(/** @type {any} */ owner) {
  const total = entries / 2;
  for (let from = 0; from < total; from += batch) {
    const to = Math.min(total, from + batch) - 1;
    const at = `NOW(3) - INTERVAL (${total} - seq) * 5 SECOND`;
    const [{ insertId }] = await owner.query(`
      INSERT INTO transfers (reference, kind, description, created_at)
      SELECT CONCAT('V-', seq), 'deposit', 'Ajout de fonds', ${at} FROM seq_${from}_to_${to} ORDER BY seq`);
    await owner.query(
      `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT ? + seq, IF(side = 0, stripe, account), IF(side = 0, -1, 1),
         IF(side = 0, -(seq DIV ${cycle} * size DIV 16 + (place - start) DIV 16 + 1), seq DIV ${cycle} + 1), ${at}
       FROM (SELECT CAST(seq AS SIGNED) AS seq, CAST(seq % ${cycle} AS SIGNED) AS at FROM seq_${from}_to_${to}) numbers
         JOIN places ON place = at JOIN (SELECT 0 AS side UNION ALL SELECT 1) sides ORDER BY seq, side`,
      [Number(insertId) - from],
    );
    process.stdout.write(`\r${(to + 1) * 2} entries`);
  }
  process.stdout.write('\n');
  await owner.query(`UPDATE accounts SET balance = COALESCE((SELECT balance_after FROM entries
    WHERE account_id = accounts.id ORDER BY id DESC LIMIT 1), 0)`);
  await owner.query('SET foreign_key_checks = 1, unique_checks = 1');
  await owner.query('ANALYZE TABLE transfers, entries, accounts');
}

/** @param {any} owner @param {NodeJS.ProcessEnv} env */
async function findsAChange(owner, env) {
  await owner.query('DROP TRIGGER entries_refuses_update');
  // Ids have gaps between the statements that inserted many rows.
  await owner.query(
    'UPDATE entries SET balance_after = balance_after + 1 WHERE id <= ? ORDER BY id DESC LIMIT 1',
    [entries / 2],
  );
  return runServerCommands(['ledger:verify'], env).then(
    () => false,
    () => true,
  );
}

await supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
