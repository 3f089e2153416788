import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from '../../libs/cli/processes.mjs';
import { runServerCommands, startServer } from '../../libs/cli/server.mjs';
import { bareCredits } from './bare-credits.mjs';
import { startBenchDatabase } from './bench-database.mjs';
import { benefitFile, postFile } from './benefit-file.mjs';
import { endDaysBefore, growBank } from './grow-bank.mjs';
import { peakMegabytes, processorSeconds } from './process-figures.mjs';
import { startReading } from './reading.mjs';

/**
 * `npm run bench:benefits`: the morning of a family benefit. A file of 100 000 credits (BENEFITS) arrives while customers
 * read their balance and transactions. Ends with 1 where booking takes more than 60 s, the reads' p99 more than doubles,
 * or the server needs more than 300 MB. Prints the entries a second beside the same rows by bare multi-row INSERT.
 */
const credits = Number(process.env.BENEFITS || 100_000);
const port = Number(process.env.PORT || 3920);
const most = { seconds: 60, slowdown: 2, megabytes: 300 };
/** As in a container of that memory: V8 would otherwise collect its garbage when there is much more of it. */
const memory = ['--max-old-space-size=112', '--max-semi-space-size=8'];
const railKey = { id: 'bank-pcs', secret: 'the key of the clearing house in this bench' };
/** Customers who look at their accounts: so many at once, each with a pause between two looks, ms. */
const readers = 8;
const pauseMs = 40;
/** How long they look before the file arrives, so that the server has compiled what it runs, and then to be measured. */
const warmUpMs = 5_000;
const quietMs = 15_000;
/** After the last of a job's work is seen, it may still end. */
const settleMs = 2_000;

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-benefits-'));

async function bench() {
  const {
    migrationUrl,
    server: mariadb,
    env,
  } = await startBenchDatabase(home, {
    // Nothing of the file goes back: no clearing house has to answer.
    RAIL_URL: 'http://127.0.0.1:9/sepa',
    RAIL_KEY: railKey.secret,
    PORT: String(port),
    SIGN_UPS_PER_TEN_MINUTES: '1000',
    NODE_OPTIONS: memory.join(' '),
  });
  const database = await createConnection({ uri: migrationUrl, timezone: 'Z' });
  await growBank(database, credits);
  await endDaysBefore(database, 0);
  const { server } = await startServer(env, port, home);
  await caughtUp(database);
  // Before the reads: writing the file takes this program a second, which their times would contain.
  const file = await writeFile(database);
  const reads = await startReading(port, { readers, pauseMs });
  await sleep(warmUpMs);
  reads.take();
  await sleep(quietMs);
  const quiet = reads.take();
  const before = { server: processorSeconds(server.pid), database: processorSeconds(mariadb.pid) };
  const seconds = await bookFile(database, file);
  const processor = {
    server: processorSeconds(server.pid) - before.server,
    database: processorSeconds(mariadb.pid) - before.database,
  };
  const busy = reads.take();
  const entries = await entriesOf(database);
  await runServerCommands(['ledger:verify'], env);
  // Beside the same reads, which take a good part of the processors.
  const bare = await bareCredits(database, migrationUrl);
  await reads.stop();
  const megabytes = peakMegabytes(server.pid);
  await database.end();
  return report({ seconds, processor, quiet, busy, megabytes, rate: entries / seconds, bare });
}

/**
 * Waits until the server has made up for the past of customers who were added behind its back: totals of their days up to
 * the last one (yesterday, or the day before around midnight), everybody's weekly fee, and the seals of the log.
 * @param {any} database
 */
async function caughtUp(database) {
  for (let isDone = false; !isDone; await sleep(500)) {
    const [[row]] = await database.query(
      `SELECT (SELECT COALESCE(MAX(day) >= UTC_DATE() - INTERVAL 2 DAY, 0) FROM movement_totals) AS totalled,
         (SELECT COUNT(*) FROM fee_plans) AS plans,
         (SELECT COUNT(*) FROM accounts WHERE kind = 'customer' AND iban LIKE 'FR00GROWN%') AS accounts,
         (SELECT COUNT(*) FROM audit_seals) AS seals, (SELECT COUNT(*) FROM audit_log) AS logged`,
    );
    isDone = Boolean(row.totalled) && row.plans >= row.accounts && row.seals >= row.logged;
  }
  await sleep(settleMs);
}

/** A file with a credit for each customer. @param {any} database @returns its path */
async function writeFile(database) {
  const [accounts] = await database.query(
    `SELECT iban FROM accounts WHERE kind = 'customer' ORDER BY id LIMIT ?`,
    [credits],
  );
  const file = path.join(home, 'benefits.xml');
  await benefitFile(file, accounts);
  return file;
}

/** Sends the file, and waits until it is booked. @param {any} database @param {string} file @returns seconds */
async function bookFile(database, file) {
  const start = performance.now();
  const status = await postFile(`http://localhost:${port}/rails/sepa/files`, file, railKey);
  if (status !== 202) throw new Error(`the file was answered with ${status}`);
  console.log(`taken after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  for (; ; await sleep(200)) {
    const [[row]] = await database.query('SELECT state, booked FROM credit_files');
    if (row.state === 'booked' && row.booked === credits) break;
    if (row.state !== 'booking') throw new Error(`the file is ${row.state}, ${row.booked} booked`);
  }
  return (performance.now() - start) / 1000;
}

/** @param {any} database */
async function entriesOf(database) {
  const [[{ count }]] = await database.query(
    `SELECT 2 * COUNT(*) AS count FROM transfers WHERE kind = 'credit'`,
  );
  return Number(count);
}

/**
 * @typedef {import('./reading.mjs').Reads} Reads
 * @param {{ seconds: number, processor: Record<'server' | 'database', number>, quiet: Reads, busy: Reads, megabytes: number, rate: number, bare: number }} measured
 * @returns how many limits are exceeded
 */
function report({ seconds, processor, quiet, busy, megabytes, rate, bare }) {
  const slowdown = busy.p99 / quiet.p99;
  const judged = [
    [
      `${credits} credits booked in ${seconds.toFixed(1)} s; processor time with the reads: server ${processor.server.toFixed(1)} s, database ${processor.database.toFixed(1)} s`,
      seconds <= most.seconds,
    ],
    [
      `p99 of ${busy.count} reads ${busy.p99.toFixed(1)} ms, of ${quiet.count} before ${quiet.p99.toFixed(1)} ms: ${slowdown.toFixed(2)} times`,
      slowdown <= most.slowdown,
    ],
    [`the server's memory at most ${megabytes.toFixed(0)} MB`, !(megabytes > most.megabytes)],
  ];
  for (const [text, isGood] of judged) console.log(`${text}${isGood ? '' : ' TOO MUCH'}`);
  console.log(
    `${rate.toFixed(0)} entries a second; ${bare.toFixed(0)} by bare INSERT of the same rows: ratio ${(rate / bare).toFixed(2)}`,
  );
  return judged.some(([, isGood]) => !isGood) ? 1 : 0;
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
