import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from './install.mjs';
import { commandLine, livingProcess, stopLeftover } from './leftovers.mjs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { launch, run } from './processes.mjs';
import { CliError, explain } from './progress.mjs';

/**
 * @typedef {object} PrivateDatabase
 * @property {string} url of the bff's account, whose rights are granted by table
 * @property {string} migrationUrl of the migrations' account, with every right on the database
 * @property {string} worldUrl of the world, which reaches only its own database
 * @property {string} adminUrl for tests only: may create databases and accounts
 * @property {import('./processes.mjs').Child} server
 */

/** How long the server may take to accept connections, ms. Recovery after a power cut is slow. */
const READY_MS = 60_000;
/** How long a clean stop may take to write the memory to disk, ms. */
const STOP_MS = 30_000;
/** The longest path of a socket is 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_BYTES = 100;
/**
 * A confirmed transfer must survive a power cut, and no session may read one that does not: without the binary log
 * MariaDB exposes a commit just before it is on disk. An hour of the log is kept.
 */
const DURABLE = [
  ...['--innodb-flush-log-at-trx-commit=1', '--sync-binlog=1', '--binlog-format=ROW'],
  ...['--binlog-row-image=MINIMAL', '--max-binlog-size=64M', '--binlog-expire-logs-seconds=3600'],
  // The migrations' account creates triggers.
  '--log-bin-trust-function-creators=1',
];
/** Tests need no durability; tables in one file are made and dropped in three quarters of the time. */
const FORGETFUL = [
  ...['--skip-log-bin', '--innodb-flush-log-at-trx-commit=0', '--skip-innodb-doublewrite'],
  ...['--innodb-flush-method=nosync', '--sync-frm=0', '--innodb-file-per-table=0'],
  '--max-connections=500',
];
/** Prefix of the socket's folder where the data folder's path is too long; mkdtemp adds six letters. */
const SHORT_FOLDER = path.join(os.tmpdir(), 'bank-socket-');

/**
 * Starts a private MariaDB server: no network, a socket in a closed folder, random passwords.
 * @param {string} home folder of the data, created on first use
 * @param {{ forTests?: boolean }} [options] tests get an administrator account, and speed rather than durability
 * @returns {Promise<PrivateDatabase>}
 */
export async function startPrivateDatabase(home, { forTests = false } = {}) {
  const programs = await findServer();
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const data = path.join(home, 'mariadb');
  const pidFile = path.join(home, 'mariadb.pid');
  await stopLeftover(pidFile, data, STOP_MS);
  if (!fs.existsSync(data)) await initialise(programs.install, data);
  const socket = socketPath(data);
  const passwords = readPasswords(path.join(home, 'database.json'));
  const initFile = path.join(home, 'accounts.sql');
  fs.writeFileSync(initFile, accountStatements(passwords, forTests), { mode: 0o600 });
  const args = [...serverArguments(data, socket, forTests), `--init-file=${initFile}`];
  const server = await startServer(programs.server, args, {
    socket,
    pidFile,
    errorLog: path.join(home, 'mariadb.log'),
  });
  fs.rmSync(initFile, { force: true });
  return {
    url: address(socket, 'bank_app', passwords.app),
    migrationUrl: address(socket, 'bank_migrate', passwords.migrate),
    worldUrl: address(socket, 'world_app', passwords.world, 'world'),
    adminUrl: forTests ? address(socket, 'bank_admin', passwords.migrate, '') : '',
    server,
  };
}

/**
 * The bff's address of the private server that runs on this data; null if none runs.
 * @param {string} home
 */
export function runningPrivateDatabase(home) {
  const pid = livingProcess(path.join(home, 'mariadb.pid'), path.join(home, 'mariadb'));
  const [, socket] = (pid === null ? '' : commandLine(pid)).match(/--socket=(.+?) --pid-file=/) ?? [];
  return socket ? address(socket, 'bank_app', readPasswords(path.join(home, 'database.json')).app) : null;
}

/** @param {string} socket @param {string} user @param {string} password */
const address = (socket, user, password, database = 'bank') =>
  `mysql://${user}:${password}@localhost/${database}?socketPath=${encodeURIComponent(socket)}`;

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ socket: string, pidFile: string, errorLog: string }} files
 */
async function startServer(program, args, { socket, pidFile, errorLog }) {
  const logStart = fs.existsSync(errorLog) ? fs.statSync(errorLog).size : 0;
  const server = await launch('MariaDB', program, [...args, `--log-error=${errorLog}`], {
    stdio: 'ignore',
    // Modes of the files and folders that it creates: for their owner only.
    env: { ...process.env, UMASK: '0600', UMASK_DIR: '0700' },
    graceMs: STOP_MS,
    pidFile,
  });
  const folder = path.dirname(socket);
  if (folder.startsWith(SHORT_FOLDER))
    void server.exited.then(() => fs.rmSync(folder, { recursive: true, force: true }));
  try {
    await untilReady(server, socket);
  } catch (error) {
    throw new CliError(`${explain(error)}\n${serverErrors(errorLog, logStart)}`);
  }
  return server;
}

/** Finds the server's programs, and installs them where the process may. */
async function findServer() {
  const find = () => ({
    server: findProgram(['mariadbd', 'mysqld']),
    install: findProgram(['mariadb-install-db', 'mysql_install_db']),
  });
  let { server, install } = find();
  if (!(server && install) && canInstallPackages()) {
    await installPackages(['mariadb-server-core', 'mariadb-client-core']);
    ({ server, install } = find());
  }
  if (server && install) return { server, install };
  throw new CliError(
    'MariaDB is not installed. Install it (Debian and Ubuntu: apt-get install mariadb-server-core ' +
      'mariadb-client-core; Fedora: dnf install mariadb-server; macOS: brew install mariadb), or name a server: ' +
      'DATABASE_URL=mysql://user:password@host:3306/bank npm start',
  );
}

/**
 * Creates the system tables in a temporary folder and renames it, so that a partial one is never used.
 * @param {string} program
 * @param {string} data
 */
async function initialise(program, data) {
  const draft = `${data}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const user = os.userInfo().username;
  const { code, stdout, stderr } = await run('mariadb-install-db', program, [
    ...['--no-defaults', `--datadir=${draft}`, '--skip-test-db', '--skip-name-resolve', `--user=${user}`],
    ...['--auth-root-authentication-method=socket', `--auth-root-socket-user=${user}`],
  ]);
  if (code !== 0) {
    const errors = (stderr + stdout).split('\n').filter((line) => /error/i.test(line));
    throw new CliError(
      `MariaDB could not create its data folder ${draft}:\n${errors.slice(0, 5).join('\n')}`,
    );
  }
  fs.renameSync(draft, data);
}

/**
 * @param {string} data
 * @param {string} socket
 * @param {boolean} forTests
 */
function serverArguments(data, socket, forTests) {
  return [
    '--no-defaults',
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--pid-file=${path.join(data, 'server.pid')}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--innodb-buffer-pool-size=256M',
    ...(forTests ? FORGETFUL : [`--log-bin=${path.join(data, 'changes')}`, ...DURABLE]),
  ];
}

/** Repeated at every start, which repairs a lost passwords file and older data folders. */
function accountStatements(/** @type {Passwords} */ passwords, /** @type {boolean} */ forTests) {
  const account = (/** @type {string} */ name, /** @type {string} */ password) => [
    `CREATE USER IF NOT EXISTS '${name}'@'%' IDENTIFIED BY '${password}'`,
    `ALTER USER '${name}'@'%' IDENTIFIED BY '${password}'`,
  ];
  const statements = [
    'CREATE DATABASE IF NOT EXISTS bank CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    ...account('bank_app', passwords.app),
    ...account('bank_migrate', passwords.migrate),
    "GRANT ALL PRIVILEGES ON bank.* TO 'bank_migrate'@'%' WITH GRANT OPTION",
    'CREATE DATABASE IF NOT EXISTS world CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    ...account('world_app', passwords.world),
    "GRANT ALL PRIVILEGES ON world.* TO 'world_app'@'%'",
    ...(forTests ? account('bank_admin', passwords.migrate) : []),
    ...(forTests ? ["GRANT ALL PRIVILEGES ON *.* TO 'bank_admin'@'%' WITH GRANT OPTION"] : []),
  ];
  return statements.map((statement) => `${statement};\n`).join('');
}

/**
 * Data folders of earlier versions know no password of the world.
 * @typedef {{ app: string, migrate: string, world: string }} Passwords
 * @param {string} file
 * @returns {Passwords}
 */
function readPasswords(file) {
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const random = () => randomBytes(24).toString('hex');
  const passwords = { app: random(), migrate: random(), world: random(), ...known };
  if (!known.world) fs.writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}

/** @param {string} data */
function socketPath(data) {
  const socket = path.join(data, 'mysql.sock');
  if (Buffer.byteLength(socket) <= SOCKET_PATH_BYTES) return socket;
  return path.join(fs.mkdtempSync(SHORT_FOLDER), 'mysql.sock');
}

/**
 * Waits for MariaDB's greeting, which it sends once the accounts exist.
 * @param {import('./processes.mjs').Child} server
 * @param {string} socket
 */
async function untilReady(server, socket) {
  let ended = false;
  void server.exited.then(() => (ended = true));
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(50)) {
    if (ended) throw new CliError('MariaDB stopped while starting.');
    if (await greets(socket)) return;
  }
  throw new CliError(`MariaDB did not answer within ${READY_MS / 1000} s.`);
}

/** @param {string} socket @returns {Promise<boolean>} */
function greets(socket) {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const answer = (/** @type {boolean} */ yes) => () => {
      resolve(yes);
      connection.destroy();
    };
    connection.setTimeout(1000, answer(false)).once('data', answer(true)).once('error', answer(false));
  });
}

/**
 * The errors that MariaDB logged since it was started.
 * @param {string} errorLog
 * @param {number} from byte where this run's lines begin
 */
function serverErrors(errorLog, from) {
  if (!fs.existsSync(errorLog)) return `No log was written to ${errorLog}.`;
  const lines = fs.readFileSync(errorLog).subarray(from).toString('utf8').split('\n');
  const errors = lines.filter((line) => line.includes('[ERROR]')).slice(0, 5);
  return [...errors, `Its whole log: ${errorLog}`].join('\n');
}
