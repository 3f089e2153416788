import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { databaseAddress } from '../contracts/database-address.mjs';
import { requireBackupTools } from './backup-tools.mjs';
import { startRestoredDatabase } from './database.mjs';
import { livingProcess, stopLeftover } from './leftovers.mjs';
import { DATA_DIR, ROOT } from './paths.mjs';
import { launch, supervise } from './processes.mjs';
import { CliError, stepper } from './progress.mjs';
import { runServerCommands } from './server.mjs';
import { variable } from './variables.mjs';

/**
 * @typedef {object} Replay what `restore:files` left to do
 * @property {string} database
 * @property {{ kind: string, until: string }[]} copies
 * @property {string[]} files of the binary log
 * @property {number} position in the first of them
 * @typedef {Awaited<ReturnType<typeof startRestoredDatabase>>} Restored
 */

/** A restore that is not finished stands here, and nothing beside it. */
const DRAFT = path.join(DATA_DIR, '.restoring');
const PID_FILE = path.join(DRAFT, 'restore.pid');
/** How long its database may take to stop, ms. */
const STOP_MS = 10_000;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

/**
 * `npm run restore -- <time>`: the bank as it was at the beginning of that second, with everything that was confirmed before, into
 * the empty DATA_DIR. It stands there only once both proofs are green; a run that was interrupted is begun from the start.
 */
async function restore() {
  const text = process.argv[2] ?? '';
  if (!ISO.test(text) || Number.isNaN(Date.parse(text))) {
    throw new CliError(
      'Give the time as in: npm run restore -- 2026-11-23T22:15:00Z (or with a zone such as +01:00).',
    );
  }
  const moment = new Date(text);
  await requireBackupTools();
  await prepareFolder();
  const step = stepper(4);
  const at = moment.toISOString();
  await step('Files', () =>
    runServerCommands(['restore:files', '--until', at, '--into', DRAFT], process.env),
  );
  /** @type {Replay} */
  const replay = JSON.parse(fs.readFileSync(path.join(DRAFT, 'replay.json'), 'utf8'));
  requireKeys();
  const database = await step('Database', () => startRestoredDatabase(DRAFT, replay.database));
  await step('Binary log', (report) =>
    replayLog(database, replay, moment).then(() => report(`${replay.files.length} files`)),
  );
  const proofs = await step('Proofs', () => prove(database.url, at));
  const returned = await runServerCommands(['restore:note', '--until', at], serverOf(database.url));
  const summary = await summarise(database.url);
  await database.server.stop();
  moveIntoPlace();
  console.log(`\nThe bank is in ${DATA_DIR} as it was at ${at}: ${summary}`);
  console.log(`It was brought back from ${originOf(replay)}.\n${proofs}\n${returned}`);
  console.log(
    `Who left the bank after that, or was blocked, is in it as before, and a second copy pays and writes like the first one:\n` +
      'before you start it with npm start, read Backups in README.md.',
  );
  return 0;
}

async function prepareFolder() {
  const other = livingProcess(PID_FILE, 'restore.mjs');
  if (other) throw new CliError(`Another restore into ${DATA_DIR} is running (process ${other}).`);
  const found = fs.existsSync(DATA_DIR) ? fs.readdirSync(DATA_DIR) : [];
  if (found.some((name) => name !== path.basename(DRAFT))) {
    throw new CliError(`${DATA_DIR} is not empty: name an empty folder in DATA_DIR. Nothing was changed.`);
  }
  // Of a restore that was killed.
  await stopLeftover(path.join(DRAFT, 'mariadb.pid'), path.join(DRAFT, 'mariadb'), STOP_MS);
  fs.rmSync(DRAFT, { recursive: true, force: true });
  fs.mkdirSync(DRAFT, { recursive: true, mode: 0o700 });
  fs.writeFileSync(PID_FILE, `${process.pid}\n`, { mode: 0o600 });
}

/** Keys that were given by variables are in no backup, and new ones would fit nothing. */
function requireKeys() {
  const names = ['SIGNING_KEY', 'ENCRYPTION_KEY'];
  const areGiven = names.every(variable);
  if (areGiven || fs.existsSync(path.join(DRAFT, 'keys.json'))) return;
  throw new CliError(
    'The keys of this bank were given by variables: set the same SIGNING_KEY and ENCRYPTION_KEY.',
  );
}

/** Only events of before the moment; what a transaction began before and confirmed after it is left out or whole.
 * @param {Restored} database @param {Replay} replay @param {Date} moment */
async function replayLog({ socket, user, password }, { files, position }, moment) {
  const stop = moment.toISOString().slice(0, 19).replace('T', ' ');
  const paths = files.map((name) => path.join(DRAFT, 'log', name));
  const log = await launch(
    'mariadb-binlog',
    'mariadb-binlog',
    ['--no-defaults', `--start-position=${position}`, `--stop-datetime=${stop}`, ...paths],
    { env: { ...process.env, TZ: 'UTC' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const client = await launch(
    'mariadb',
    'mariadb',
    ['--no-defaults', '--binary-mode', '--max-allowed-packet=1G', `--socket=${socket}`, `--user=${user}`],
    { env: { ...process.env, MYSQL_PWD: password }, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let said = '';
  for (const { stderr } of [log.process, client.process]) stderr?.on('data', (chunk) => (said += chunk));
  const { stdout } = log.process;
  const { stdin } = client.process;
  if (stdout && stdin) await pipeline(stdout, stdin).catch(() => undefined);
  const codes = [(await log.exited).code, (await client.exited).code];
  if (codes.some((code) => code !== 0))
    throw new CliError(`The binary log could not be replayed:\n${said.slice(-2000)}`);
}

/** The variables of a command on the restored database. @param {string} url */
const serverOf = (url) => ({
  ...process.env,
  DATABASE_URL: url,
  DATABASE_MIGRATION_URL: url,
  DATA_DIR: DRAFT,
});

/** Both verifications, the second one against the anchors of before the moment. @param {string} url @param {string} at */
async function prove(url, at) {
  const env = serverOf(url);
  const ledger = await runServerCommands(['ledger:verify'], env);
  const log = await runServerCommands(['audit:verify', '--anchor', 'store', '--until', at], env).catch(
    async (error) => {
      if (!String(error.message).includes('There is no anchor')) throw error;
      const without = await runServerCommands(['audit:verify'], env);
      return `${without}\nNo anchor of before that moment was found: whether anything is missing could not be proved.`;
    },
  );
  return `${ledger}\n${log}`;
}

/** Counts the restored rows, and removes the account of the restore. @param {string} url */
async function summarise(url) {
  const { createConnection } = createRequire(path.join(ROOT, 'bff/package.json'))('mysql2/promise');
  const connection = await createConnection({ ...databaseAddress(url), timezone: 'Z' });
  try {
    const [[found]] = await connection.query(
      'SELECT COUNT(*) AS transfers, MAX(created_at) AS last, (SELECT COUNT(*) FROM users) AS users FROM transfers',
    );
    await connection.query('DROP USER CURRENT_USER()');
    const last = found.last ? `, the last one of ${found.last.toISOString()}` : '';
    return `${found.transfers} transfers${last}, ${found.users} users.`;
  } finally {
    await connection.end();
  }
}

/** @param {Replay} replay */
function originOf({ copies, files }) {
  const full = copies[0]?.until ?? '';
  const more =
    copies.length > 1 ? `, ${copies.length - 1} incremental ones up to ${copies.at(-1)?.until}` : '';
  return `the full backup of ${full}${more}, and ${files.length} files of the binary log`;
}

/** The database last: without it nothing starts on a half-filled folder. */
function moveIntoPlace() {
  for (const name of ['log', 'replay.json', 'restore.pid', 'mariadb.log']) {
    fs.rmSync(path.join(DRAFT, name), { recursive: true, force: true });
  }
  const names = fs.readdirSync(DRAFT).sort((one) => (one === 'mariadb' ? 1 : -1));
  for (const name of names) fs.renameSync(path.join(DRAFT, name), path.join(DATA_DIR, name));
  fs.rmdirSync(DRAFT);
}

void supervise(restore);
