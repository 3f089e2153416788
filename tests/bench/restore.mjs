import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPrivateDatabase } from '../../libs/cli/database.mjs';
import { ROOT } from '../../libs/cli/paths.mjs';
import { run, supervise } from '../../libs/cli/processes.mjs';
import { CliError, elapsed } from '../../libs/cli/progress.mjs';
import { runServerCommands, startServer } from '../../libs/cli/server.mjs';
import { databaseAddress } from '../../libs/contracts/database-address.mjs';
import { growBank } from './grow-bank.mjs';

/**
 * `npm run bench:restore -- 100000`: a bank of so many customers is backed up, grows by a hundredth, is backed up again, and is
 * restored with both proofs. The folder TMPDIR needs about 20 KB for each customer.
 */
const { createConnection } = createRequire(new URL('../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-bench-restore-'));
const port = Number(process.env.PORT || 3900);
const origin = path.join(home, 'origin');
const env = {
  ...process.env,
  DATA_DIR: origin,
  DATABASE_URL: '',
  BACKUP_URL: `file://${home}/backups`,
  BINLOG_HOURS: '24',
  BACKUP_PASSPHRASE: 'a passphrase for the bench',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
};

async function bench() {
  const customers = Number(process.argv[2] || 100_000);
  if (!Number.isSafeInteger(customers) || customers < 1)
    throw new CliError('How many? npm run bench:restore -- 100000');
  const database = await startPrivateDatabase(origin);
  const own = { ...env, DATABASE_URL: database.url, DATABASE_MIGRATION_URL: database.migrationUrl };
  await timed('Migrations', () => runServerCommands(['migrate'], own));
  await timed(`${customers} customers`, () => grow(database.migrationUrl, customers));
  await timed('A server, until it wrote an anchor', () => anchor(own));
  await timed('Full backup', () => script('backup'));
  await timed(`${Math.ceil(customers / 100)} more`, () =>
    grow(database.migrationUrl, customers + Math.ceil(customers / 100)),
  );
  await timed('Incremental backup', () => script('backup'));
  const moment = new Date().toISOString().replace(/\.\d+/, '');
  await sleep(1_100);
  await timed('Binary log', () => script('backup', 'log'));
  const restored = await timed('Restore with proofs', () => script('restore', moment));
  console.log(restored.slice(restored.indexOf('The bank is in')));
  console.log(
    `Database ${sizeOf(path.join(origin, 'mariadb'))} MB, backups ${sizeOf(path.join(home, 'backups'))} MB.`,
  );
  return 0;
}

/** @template T @param {string} title @param {() => Promise<T>} work */
async function timed(title, work) {
  const startedAt = Date.now();
  const result = await work();
  console.log(`${title}: ${elapsed(startedAt)}`);
  return result;
}

/** @param {string} url @param {number} total */
async function grow(url, total) {
  const database = await createConnection(databaseAddress(url));
  await growBank(database, total);
  await database.end();
}

/** @param {NodeJS.ProcessEnv} own */
async function anchor(own) {
  const { server } = await startServer({ ...own, PORT: String(port) }, port, path.join(home, 'server'));
  while (!fs.existsSync(path.join(home, 'backups/anchors'))) await sleep(500);
  await server.stop();
}

/** @param {'backup' | 'restore'} name @param {string[]} args */
async function script(name, ...args) {
  const into = name === 'restore' ? { DATA_DIR: path.join(home, 'restored') } : {};
  const file = path.join(ROOT, `libs/cli/${name}.mjs`);
  const { code, stdout, stderr } = await run(name, process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { ...env, ...into },
  });
  if (code !== 0) throw new CliError(`npm run ${name} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** @param {string} folder */
function sizeOf(folder) {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = names.map((name) => fs.statSync(path.join(folder, name))).filter((stat) => stat.isFile());
  return Math.round(bytes.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2);
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
