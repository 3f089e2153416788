import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { supervise } from '../../libs/cli/processes.mjs';
import { startServer } from '../../libs/cli/server.mjs';
import { bareTransfers } from './bare-transfers.mjs';
import { startBenchDatabase } from './bench-database.mjs';
import { growHistory } from './grow-history.mjs';
import { costs } from './costs.mjs';
import { caller, latency, signUp } from './http-load.mjs';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';

/**
 * `npm run bench:money`: transfers a second over HTTP beside bare mysql2 on the same database, what one costs, and the
 * list calls as the table grows. BENCH_SECONDS (10) is what each program gets at each number of connections, in three
 * rounds; BENCH_ROWS (10000,1000000,10000000) the sizes of the table.
 */
const seconds = Number(process.env.BENCH_SECONDS || 10);
const sizes = (process.env.BENCH_ROWS || '10000,1000000,10000000').split(',').map(Number);
const port = Number(process.env.PORT || 3900);
const loads = [1, 16, 64];
/** Enough customers for realistic daily numbers of transfers, which are summed for the daily limit. */
const people = 4096;
const rounds = 3;
const poolSize = 20;
const listTimes = 60;
/** A server that has just started still compiles what it runs: so many transfers come before those that count. */
const warmUps = 2000;

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-bench-'));

async function bench() {
  const {
    url,
    migrationUrl,
    server: mariadb,
    env,
  } = await startBenchDatabase(home, {
    PORT: String(port),
    DATABASE_CONNECTIONS: String(poolSize),
    SIGN_UPS_PER_TEN_MINUTES: '1000000',
    IDLE_SECONDS: '86400',
  });
  const { server } = await startServer(env, port);
  const database = await createConnection(databaseAddress(migrationUrl));
  const customers = await signUpAll(database);
  await warmUp(customers);
  const processes = { server: server.pid, database: mariadb.pid };
  for (const load of loads) await compare(load, customers, { url, database, processes });
  await lists(database, customers);
  await database.end();
  return 0;
}

/**
 * @typedef {{ id: number, account: number, token: string }} Customer
 * @typedef {{ url: string, database: any, processes: import('./costs.mjs').Processes }} Measured
 */

/**
 * Customers with limits that are never reached.
 * @param {any} database
 * @returns {Promise<Customer[]>}
 */
async function signUpAll(database) {
  const lanes = 4;
  const { call, close } = caller(port, lanes);
  /** @type {Customer[]} */
  const customers = [];
  for (let at = 0; at < people; at += lanes) {
    const added = await Promise.all(
      Array.from({ length: lanes }, (_, lane) => signUp(call, `bench${at + lane}`)),
    );
    customers.push(...added.map((customer) => ({ ...customer, account: 0 })));
  }
  await database.query("UPDATE users SET kyc_status = 'approved'");
  await database.query(
    'UPDATE accounts SET overdraft_limit = 1e12, transfer_limit = 1e12 WHERE user_id IS NOT NULL',
  );
  const [rows] = await database.query('SELECT id, user_id FROM accounts WHERE user_id IS NOT NULL');
  const accounts = new Map(
    rows.map((/** @type {{ id: number, user_id: number }} */ { id, user_id }) => [user_id, Number(id)]),
  );
  for (const customer of customers) customer.account = accounts.get(customer.id) ?? 0;
  close();
  return customers;
}

/**
 * Bare, bare with prepared statements and over HTTP by turns, three times each, and the best of each: other work on
 * the machine slows all. What a transfer cost of processor time is an average, which other work hardly changes.
 * @param {number} load
 * @param {Customer[]} customers
 * @param {Measured} measured
 */
async function compare(load, customers, { url, database, processes }) {
  const http = caller(port, load);
  const bare = bareTransfers(url, Math.min(load, poolSize), 'query');
  const prepared = bareTransfers(url, Math.min(load, poolSize), 'execute');
  const pair = pairs(customers, load);
  const programs = {
    bare: costs(database, processes, (lane) => bare.transfer(...pair(lane))),
    prepared: costs(database, processes, (lane) => prepared.transfer(...pair(lane))),
    http: costs(database, processes, (lane) => overHttp(http, ...pair(lane))),
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const program of Object.values(programs)) await program.round(load, seconds / rounds);
  }
  http.close();
  await Promise.all([bare.close(), prepared.close()]);
  const ratio = (/** @type {{ best(): number }} */ to) => (programs.http.best() / to.best()).toFixed(2);
  console.log(
    `${load} connections: ratio ${ratio(programs.bare)} (${ratio(programs.prepared)} to prepared statements)`,
  );
  for (const [name, program] of Object.entries(programs)) console.log(`  ${name}: ${program.text()}`);
}

/** @param {Customer[]} customers */
async function warmUp(customers) {
  const load = 16;
  const http = caller(port, load);
  const pair = pairs(customers, load);
  const lane = async (/** @type {number} */ at) => {
    for (let done = 0; done < warmUps / load; done += 1) await overHttp(http, ...pair(at));
  };
  await Promise.all(Array.from({ length: load }, (_, at) => lane(at)));
  http.close();
}

let keys = 0;

/**
 * @param {ReturnType<typeof caller>} http
 * @param {Customer} from
 * @param {Customer} to
 */
async function overHttp(http, from, to) {
  keys += 1;
  const { status } = await http.call('POST', 'balance/transfer', {
    token: from.token,
    body: { recipient_id: to.id, amount: 0.01 },
    key: `bench-${keys}`,
  });
  if (status !== 201) throw new Error(`the transfer answered ${status}`);
}

/**
 * Each lane has customers of its own, by turns: what is compared is the path, not the wait for a lock, and no
 * customer's day is longer than a customer's day.
 * @param {Customer[]} customers
 * @param {number} lanes
 */
function pairs(customers, lanes) {
  const each = Math.floor(customers.length / 2 / lanes);
  const turns = Array.from({ length: lanes }, () => 0);
  return (/** @type {number} */ lane) => {
    const turn = turns[lane] ?? 0;
    turns[lane] = turn + 1;
    const at = (lane * each + (turn % each)) * 2;
    return /** @type {[Customer, Customer]} */ ([customers[at], customers[at + 1]]);
  };
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
