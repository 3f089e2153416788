import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { supervise } from '../../libs/cli/processes.mjs';
import { startServer } from '../../libs/cli/server.mjs';
import { startBenchDatabase } from './bench-database.mjs';
import { growBank } from './grow-bank.mjs';
import { caller, signUp } from './http-load.mjs';
import { listCalls } from './list-calls.mjs';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';

/**
 * `npm run bench:lists`: the first page of every list, filter, order and search, in a bank of a thousand people and
 * payments and in one of a million (LISTS_ROWS=1000,1000000). Both run side by side and are asked by turns, so that
 * what else the machine does slows both. Ends with 1 where the large one takes more than LISTS_TIMES (3) times as long.
 */
const sizes = (process.env.LISTS_ROWS || '1000,1000000').split(',').map(Number);
const allowed = Number(process.env.LISTS_TIMES || 3);
const rounds = Number(process.env.LISTS_ROUNDS || 15);
const port = Number(process.env.PORT || 3900);
/** The movements and payments of the measured customer. */
const own = 1_000;
/** The memory for writing a million rows in minutes; the lists are measured with the default memory. */
const growingMemory = 1_536 * 1024 * 1024;
const usualMemory = 256 * 1024 * 1024;

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-lists-'));

async function bench() {
  const banks = [];
  for (const [at, size] of sizes.entries()) banks.push(await startBank(size, port + at * 5));
  const calls = banks.map(({ samples }) => listCalls(samples));
  const results =
    calls[0]?.map(({ name }) => ({ name, taken: banks.map(() => /** @type {number[]} */ ([])) })) ?? [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, { taken }] of results.entries()) {
      for (const [at, bank] of banks.entries()) {
        const time = await measure(bank, calls[at]?.[place]);
        // The first round fills the caches.
        if (round > 0) taken[at]?.push(time);
      }
    }
  }
  return report(results);
}

/**
 * @param {number} size
 * @param {number} port
 */
async function startBank(size, port) {
  const folder = path.join(home, String(size));
  const variables = { PORT: String(port), JOBS_EVERY_SECONDS: '0', IDLE_SECONDS: '28800' };
  const { adminUrl, migrationUrl, env } = await startBenchDatabase(folder, variables, { forTests: true });
  await startServer(env, port, folder);
  const http = caller(port, 1);
  const [admin, customer] = [await signUp(http.call, 'admin'), await signUp(http.call, 'customer')];
  const database = await createConnection(databaseAddress(migrationUrl));
  await database.query("UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?", [admin.id]);
  await database.query('UPDATE sessions SET factors = 2 WHERE user_id = ?', [admin.id]);
  const [[{ id: account }]] = await database.query('SELECT id FROM accounts WHERE user_id = ?', [
    customer.id,
  ]);
  // This number of payments needs more than one person's funds.
  await database.query('UPDATE accounts SET overdraft_limit = 1e9 WHERE id = ?', [account]);
  const server = await createConnection(databaseAddress(adminUrl));
  await server.query('SET GLOBAL innodb_buffer_pool_size = ?', [growingMemory]);
  const start = performance.now();
  await growBank(database, size, { busy: { account: Number(account), rows: own } });
  console.log(`${size} people and payments in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await server.query('SET GLOBAL innodb_buffer_pool_size = ?', [usualMemory]);
  await server.end();
  await sealed(database);
  const samples = { ...(await samplesOf(database)), customer };
  await database.end();
  return { http, samples, tokens: { admin: admin.token, customer: customer.token } };
}

/** Waits until the server has sealed the log lines that were added: it has nothing else to do then. @param {any} database */
async function sealed(database) {
  for (;;) {
    const [[{ missing }]] = await database.query(
      'SELECT (SELECT COUNT(*) FROM audit_log) - (SELECT COUNT(*) FROM audit_seals) AS missing',
    );
    if (Number(missing) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** The searched values: a user and a payment from the middle of the tables. @param {any} database */
async function samplesOf(database) {
  const middle = (/** @type {string} */ table) =>
    `id >= (SELECT (MIN(id) + MAX(id)) / 2 FROM ${table}) ORDER BY id LIMIT 1`;
  const [[person]] = await database.query(
    `SELECT id, email, username, first_name, last_name FROM users WHERE ${middle('users')}`,
  );
  const [[payment]] = await database.query(
    `SELECT reference, recipient_account AS recipient FROM payments WHERE ${middle('payments')}`,
  );
  const [[transfer]] = await database.query(`SELECT reference FROM transfers WHERE ${middle('transfers')}`);
  const [[day]] = await database.query(
    "SELECT DATE_FORMAT(MAX(created_at), '%Y-%m-%d') AS newest FROM audit_log WHERE user_id > 2",
  );
  return { person, payment, transfer, day: day.newest };
}

/**
 * @param {Awaited<ReturnType<typeof startBank>>} bank
 * @param {import('./list-calls.mjs').ListCall | undefined} call
 */
async function measure({ http, tokens }, call) {
  if (!call) throw new Error('a bank lacks a call');
  const start = performance.now();
  const { status } = await http.call('GET', call.path, { token: tokens[call.by] });
  const taken = performance.now() - start;
  if (status !== 200) throw new Error(`${call.path} answered ${status}`);
  return taken;
}

/**
 * The medians of each call and the ratio of the last to the first; returns 1 if a ratio is too high.
 * @param {{ name: string, taken: number[][] }[]} results
 */
function report(results) {
  let slow = 0;
  for (const { name, taken } of results) {
    const medians = taken.map(median);
    const times = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    if (times > allowed) slow += 1;
    const figures = medians.map((ms) => `${ms.toFixed(1).padStart(7)} ms`).join('');
    console.log(`${figures}  ${times.toFixed(2)}×${times > allowed ? ' TOO SLOW' : ''}  ${name}`);
  }
  console.log(
    `${results.length} calls, ${slow} of them more than ${allowed} times as long as the first size`,
  );
  return slow > 0 ? 1 : 0;
}

/** @param {number[]} taken */
function median(taken) {
  const sorted = [...taken].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
