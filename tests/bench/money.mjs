import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { startPrivateDatabase } from '../../libs/cli/database.mjs';
import { supervise } from '../../libs/cli/processes.mjs';
import { runServerCommand, startServer } from '../../libs/cli/server.mjs';
import { bareTransfers } from './bare-transfers.mjs';
import { growHistory } from './grow-history.mjs';
import { caller, latency, perSecond } from './http-load.mjs';

/**
 * `npm run bench:money`: transfers a second over HTTP beside bare mysql2 on the same database, and the list calls as
 * the table grows. BENCH_SECONDS (10) is how long each of three rounds lasts; BENCH_ROWS (10000,1000000,10000000).
 */
const seconds = Number(process.env.BENCH_SECONDS || 10);
const sizes = (process.env.BENCH_ROWS || '10000,1000000,10000000').split(',').map(Number);
const port = Number(process.env.PORT || 3900);
const loads = [1, 16, 64];
const people = 128;
const poolSize = 20;
const listTimes = 60;

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-bench-'));

async function bench() {
  const { url, migrationUrl } = await startPrivateDatabase(home);
  const env = {
    ...{ ...process.env, DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: home },
    ...{ PORT: String(port), CALLS_PER_MINUTE: '1000000', DATABASE_CONNECTIONS: String(poolSize) },
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', ACCESS_TOKEN_SECONDS: '3600', IDLE_SECONDS: '86400' },
  };
  await runServerCommand('migrate', env);
  await startServer(env, port);
  const database = await createConnection({ uri: migrationUrl });
  const customers = await signUp(database);
  for (const load of loads) await compare(load, customers, url);
  await lists(database, customers);
  await database.end();
  return 0;
}

/** @typedef {{ id: number, account: number, token: string }} Customer */

/**
 * Customers whose limits never stand in the way.
 * @param {any} database
 * @returns {Promise<Customer[]>}
 */
async function signUp(database) {
  const { call, close } = caller(port, 4);
  /** @type {Customer[]} */
  const customers = [];
  for (let at = 0; at < people; at += 1) {
    const { status, body } = await call('POST', 'auth/signup', {
      body: {
        ...{ username: `bench${at}`, email: `bench${at}@example.org`, password: 'long-enough-for-a-bench' },
        ...{ first_name: 'Bench', last_name: String(at) },
      },
    });
    if (status !== 201) throw new Error(`sign-up answered ${status}`);
    customers.push({ id: body.user.id, account: 0, token: body.access_token });
  }
  await database.query(
    'UPDATE accounts SET overdraft_limit = 1e12, transfer_limit = 1e12 WHERE user_id IS NOT NULL',
  );
  const [rows] = await database.query('SELECT id, user_id FROM accounts WHERE user_id IS NOT NULL');
  for (const customer of customers) {
    const row = rows.find((/** @type {{ user_id: number }} */ { user_id }) => user_id === customer.id);
    customer.account = Number(row.id);
  }
  close();
  return customers;
}

/**
 * Bare and over HTTP by turns, three times each, and the best of each: other work on the machine slows both.
 * @param {number} load
 * @param {Customer[]} customers
 * @param {string} url
 */
async function compare(load, customers, url) {
  const http = caller(port, load);
  const bare = bareTransfers(url, Math.min(load, poolSize));
  let key = 0;
  /** Each lane has a pair of its own: what is compared is the path, not the wait for a lock. */
  const pair = (/** @type {number} */ lane) =>
    /** @type {[Customer, Customer]} */ ([customers[lane * 2], customers[lane * 2 + 1]]);
  const best = { bare: 0, http: 0 };
  for (let round = 0; round < 3; round += 1) {
    best.bare = Math.max(
      best.bare,
      await perSecond(load, seconds / 3, (lane) => bare.transfer(...pair(lane))),
    );
    const overHttp = await perSecond(load, seconds / 3, async (lane) => {
      const [from, to] = pair(lane);
      key += 1;
      const { status } = await http.call('POST', 'balance/transfer', {
        ...{ token: from.token, body: { recipient_id: to.id, amount: 0.01 }, key: `${load}-${key}` },
      });
      if (status !== 201) throw new Error(`the transfer answered ${status}`);
    });
    best.http = Math.max(best.http, overHttp);
  }
  http.close();
  await bare.close();
  const ratio = (best.http / best.bare).toFixed(2);
  console.log(
    `${String(load).padStart(2)} connections: ${best.http.toFixed(0)} transfers/s over HTTP, ` +
      `${best.bare.toFixed(0)} bare, ratio ${ratio}`,
  );
}

/**
 * @param {any} database
 * @param {Customer[]} customers
 */
async function lists(database, customers) {
  const [reader, ...others] = customers;
  if (!reader) return;
  const { call, close } = caller(port, 1);
  const ids = others.map(({ account }) => account);
  const range = { from: Math.min(...ids), to: Math.max(...ids) };
  const queries = {
    'first page': '',
    'page 50': '?page=50',
    'one day': '?dateFrom=2025-11-01&dateTo=2025-11-01',
  };
  /** @type {Record<string, number>} */
  const first = {};
  for (const size of sizes) {
    await growHistory(database, reader.account, range, size);
    for (const [name, query] of Object.entries(queries)) {
      const get = async () => {
        const { status } = await call('GET', `user/transactions${query}`, { token: reader.token });
        if (status !== 200) throw new Error(`the list answered ${status}`);
      };
      await latency(10, get);
      const { p50, p95 } = await latency(listTimes, get);
      first[name] ??= p50;
      console.log(
        `${size} transactions, ${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ` +
          `${(p50 / first[name]).toFixed(2)} times the first`,
      );
    }
  }
  close();
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
