import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { supervise } from '../../libs/cli/processes.mjs';
import { runServerCommands, startServer } from '../../libs/cli/server.mjs';
import { startBenchDatabase } from './bench-database.mjs';
import { endDaysBefore, growBank } from './grow-bank.mjs';
import { peakMegabytes } from './process-figures.mjs';
import { startReading } from './reading.mjs';

/**
 * `npm run bench:jobs`: the end of a day and the weekly fee of a bank of a thousand customers and of one of a million
 * (JOBS_CUSTOMERS=1000,1000000), by the server's own jobs, beside customers who read, and a proof of the ledger. Ends
 * with 1 where the night took more than ten minutes, a statement more than two seconds, the fees of the larger bank come to fewer
 * than a thousand a second, another job waited for more than a minute, the reads' p99 more than doubled, the server needed more
 * than 600 MB, or a job failed.
 */
const sizes = (process.env.JOBS_CUSTOMERS || '1000,1000000').split(',').map(Number);
const port = Number(process.env.PORT || 3910);
const mostSeconds = { night: 600, statement: 2, delay: 60 };
const mostSlowdown = 2;
const mostMegabytes = 600;
const leastFees = 1_000;
/** A rate is meaningless if all fees take less than a second. */
const leastMeasured = 10_000;
/** Customers who look at their accounts, each with a pause between two looks, ms. */
const reading = { readers: 4, pauseMs: 100 };
/** How long they look when the night is over, to be compared with, ms; and the fewest looks of a night that say something. */
const quietMs = 20_000;
const leastReads = 500;
/** The memory for writing a large bank, and for measuring the jobs. */
const growingMemory = 1_536 * 1024 * 1024;
const usualMemory = 512 * 1024 * 1024;
/** Short jobs that are started every second: a gap between their runs is a delay. */
const otherJobs = ['expire-holds', 'scheduled-debits'];

const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-jobs-'));

async function bench() {
  let bad = 0;
  for (const [at, size] of sizes.entries()) bad += report(await measure(size, port + at * 4));
  return bad > 0 ? 1 : 0;
}

/**
 * @param {number} size
 * @param {number} port
 */
async function measure(size, port) {
  const folder = path.join(home, String(size));
  const variables = { PORT: String(port), JOBS_EVERY_SECONDS: '1' };
  const { adminUrl, migrationUrl, env } = await startBenchDatabase(folder, variables, { forTests: true });
  const admin = await createConnection({ uri: adminUrl });
  const database = await createConnection({ uri: migrationUrl, timezone: 'Z' });
  await admin.query('SET GLOBAL innodb_buffer_pool_size = ?', [growingMemory]);
  await growBank(database, size);
  await makePayable(database);
  // Only the end of one day is measured.
  await endDaysBefore(database, 1);
  await shrinkMemory(admin);
  await admin.query("SET GLOBAL log_output = 'TABLE', long_query_time = 0.2, slow_query_log = 1");
  const startedAt = Date.now();
  const { server } = await startServer(env, port, folder);
  const reads = await startReading(port, reading);
  const delay = await untilDone(database);
  const night = (Date.now() - startedAt) / 1_000;
  const busy = reads.take();
  await sleep(quietMs);
  const quiet = reads.take();
  await reads.stop();
  await runServerCommands(['ledger:verify'], env);
  await admin.query('SET GLOBAL slow_query_log = 0');
  const slowest = await slowestStatement(admin);
  const ready = await (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).json();
  const rate = await feesPerSecond(database);
  await Promise.all([admin.end(), database.end()]);
  const megabytes = peakMegabytes(server.pid);
  return { size, night, delay, slowest, ...rate, busy, quiet, megabytes, failing: ready.jobs.failing };
}

/** The server refuses to shrink while pages are in use; a later attempt succeeds. @param {any} admin */
async function shrinkMemory(admin) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.query('SET GLOBAL innodb_buffer_pool_size = ?', [usualMemory]);
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(3_000);
    }
  }
}

/** Gives every customer enough money, by a movement each, and a due fee. @param {any} database */
async function makePayable(database) {
  const [[bank]] = await database.query('SELECT balance FROM accounts WHERE id = 1');
  await database.query(
    `INSERT INTO transfers (reference, kind, description, created_at)
     SELECT CONCAT('TR-BENCH', id), 'deposit', 'Bench', NOW(3) FROM accounts WHERE kind = 'customer' ORDER BY id`,
  );
  const moved = `FROM accounts a JOIN transfers t ON t.reference = CONCAT('TR-BENCH', a.id) ORDER BY a.id`;
  await database.query(
    `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
     SELECT t.id, a.id, 10000, a.balance + 10000, NOW(3) ${moved}`,
  );
  await database.query(
    `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
     SELECT t.id, 1, -10000, ? - 10000 * ROW_NUMBER() OVER (ORDER BY a.id), NOW(3) ${moved}`,
    [bank.balance],
  );
  await database.query("UPDATE accounts SET balance = balance + 10000 WHERE kind = 'customer'");
  await database.query(
    "UPDATE accounts SET balance = balance - 10000 * (SELECT COUNT(*) FROM (SELECT id FROM accounts WHERE kind = 'customer') c) WHERE id = 1",
  );
  await database.query(`
    INSERT INTO fee_plans (account_id, next_due)
    SELECT id, CURRENT_DATE - INTERVAL 1 DAY FROM accounts WHERE kind = 'customer'`);
  await database.query('ANALYZE TABLE fee_plans');
}

/**
 * Waits until no fee is due and yesterday has its snapshots; returns the longest delay of another job, in seconds.
 * @param {any} database
 */
async function untilDone(database) {
  let delay = 0;
  for (const start = Date.now(); ; await sleep(1_000)) {
    const [runs] = await database.query(
      'SELECT job, MAX(finished_at) AS last FROM job_runs WHERE job IN (?) GROUP BY job',
      [otherJobs],
    );
    for (const job of otherJobs) {
      const last =
        runs.find((/** @type {{ job: string }} */ run) => run.job === job)?.last ?? new Date(start);
      delay = Math.max(delay, (Date.now() - Number(last)) / 1_000);
    }
    const [[left]] = await database.query(`
      SELECT EXISTS (SELECT 1 FROM fee_plans WHERE next_due <= CURRENT_DATE) AS fees,
        COALESCE((SELECT JSON_VALUE(state, '$.day') FROM job_progress WHERE job = 'balance-snapshots'), '')
          < CURRENT_DATE AS days`);
    if (Number(left.fees) === 0 && Number(left.days) === 0) return delay;
  }
}

/** Excludes the statements of this program. @param {any} admin */
async function slowestStatement(admin) {
  const [[found]] = await admin.query(`
    SELECT TIME_TO_SEC(query_time) AS seconds, LEFT(sql_text, 90) AS text FROM mysql.slow_log
    ORDER BY query_time DESC LIMIT 1`);
  return found ? { seconds: Number(found.seconds), text: String(found.text) } : { seconds: 0, text: '' };
}

/** @param {any} database */
async function feesPerSecond(database) {
  const [[{ fees, seconds }]] = await database.query(`
    SELECT COUNT(*) AS fees, TIMESTAMPDIFF(MICROSECOND, MIN(paid_at), MAX(paid_at)) / 1e6 AS seconds FROM weekly_fees`);
  return { fees: Number(fees), rate: Number(fees) / Math.max(Number(seconds), 1) };
}

/** Returns how many of the limits are exceeded. @param {Awaited<ReturnType<typeof measure>>} measured */
function report({ size, night, delay, slowest, fees, rate, busy, quiet, megabytes, failing }) {
  const slowdown = busy.p99 / quiet.p99;
  const judged = [
    [`the night took ${night.toFixed(1)} s`, night <= mostSeconds.night],
    [`slowest statement ${slowest.seconds.toFixed(2)} s`, slowest.seconds <= mostSeconds.statement],
    [`${fees} fees, ${rate.toFixed(0)} a second`, fees < leastMeasured || rate >= leastFees],
    [`other jobs waited ${delay.toFixed(1)} s at most`, delay <= mostSeconds.delay],
    [
      `p99 of ${busy.count} reads ${busy.p99.toFixed(1)} ms, of ${quiet.count} afterwards ${quiet.p99.toFixed(1)} ms: ${slowdown.toFixed(2)} times`,
      busy.count < leastReads || slowdown <= mostSlowdown,
    ],
    [`the server's memory at most ${megabytes.toFixed(0)} MB`, !(megabytes > mostMegabytes)],
    [`failing jobs: ${failing.join(', ') || 'none'}`, failing.length === 0],
  ];
  console.log(`${size} customers`);
  for (const [text, isGood] of judged) console.log(`  ${text}${isGood ? '' : ' TOO MUCH'}`);
  if (slowest.seconds > mostSeconds.statement) console.log(`  ${slowest.text}`);
  return judged.filter(([, isGood]) => !isGood).length;
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
