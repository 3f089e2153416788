import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountStatements, readPasswords } from './database-accounts.mjs';
import { installPackages } from './install.mjs';
import { commandLine, livingProcess, stopLeftover } from './leftovers.mjs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { launch, run } from './processes.mjs';
import { CliError, explain } from './progress.mjs';
import { variable } from './variables.mjs';

/**
 * @typedef {object} PrivateDatabase
 * @property {string} url of the bff's account, whose rights are granted by table
 * @property {string} migrationUrl of the migrations' account, with every right on the database
 * @property {string} worldUrl of the world, which reaches only its own database
 * @property {string} backupUrl of backups, which may read no table
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
 * MariaDB exposes a commit just before it is on disk.
 */
const durable = () => [
  '--innodb-flush-log-at-trx-commit=1',
  '--sync-binlog=1',
  '--binlog-format=ROW',
  '--binlog-row-image=MINIMAL',
  '--max-binlog-size=64M',
  `--binlog-expire-logs-seconds=${binlogHours() * 3600}`,
  // The migrations' account creates triggers.
  '--log-bin-trust-function-creators=1',
];
/** How long the binary log is kept, for backups that ship it. */
function binlogHours() {
  const text = variable('BINLOG_HOURS') || '1';
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 1 && hours <= 720) return hours;
  throw new CliError(`BINLOG_HOURS=${text} must be a number of hours from 1 to 720.`);
}

/** Tests need no durability; tables in one file are made and dropped in three quarters of the time. */
const FORGETFUL = [
  '--skip-log-bin',
  '--innodb-flush-log-at-trx-commit=0',
  '--skip-innodb-doublewrite',
  '--innodb-flush-method=nosync',
  '--sync-frm=0',
  '--innodb-file-per-table=0',
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
  const args = [
    ...serverArguments(data, socket, forTests ? FORGETFUL : logged(data)),
    `--init-file=${initFile}`,
  ];
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
    backupUrl: address(socket, 'bank_backup', passwords.backup),
    adminUrl: forTests ? address(socket, 'bank_admin', passwords.migrate, '') : '',
    server,
  };
}

/** The options for replaying a binary log: no log of its own, and events of any size. */
const REPLAYING = ['--skip-log-bin', '--max-allowed-packet=1G', '--innodb-flush-log-at-trx-commit=2'];
const REPLAYER = 'bank_restore';

/**
 * Starts a server on restored data as it is, for an account of its own with every right.
 * @param {string} home
 * @param {string} database its name
 * @returns {Promise<{ url: string, socket: string, password: string, user: string, server: import('./processes.mjs').Child }>}
 */
export async function startRestoredDatabase(home, database) {
  const { server: program } = await findServer();
  const data = path.join(home, 'mariadb');
  const socket = socketPath(data);
  const password = randomBytes(24).toString('hex');
  const initFile = path.join(home, 'replay.sql');
  const statements = [
    `CREATE OR REPLACE USER '${REPLAYER}'@'%' IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON *.* TO '${REPLAYER}'@'%' WITH GRANT OPTION`,
  ];
  fs.writeFileSync(initFile, statements.map((each) => `${each};\n`).join(''), { mode: 0o600 });
  const args = [...serverArguments(data, socket, REPLAYING), `--init-file=${initFile}`];
  const files = { socket, pidFile: path.join(home, 'mariadb.pid'), errorLog: path.join(home, 'mariadb.log') };
  const server = await startServer(program, args, files);
  fs.rmSync(initFile);
  return { url: address(socket, REPLAYER, password, database), socket, password, user: REPLAYER, server };
}

/**
 * An address of the private server that runs on this data, by default the bff's; null if none runs.
 * @param {string} home
 * @param {'app' | 'backup'} [account]
 */
export function runningPrivateDatabase(home, account = 'app') {
  const pid = livingProcess(path.join(home, 'mariadb.pid'), path.join(home, 'mariadb'));
  const [, socket] = (pid === null ? '' : commandLine(pid)).match(/--socket=(.+?) --pid-file=/) ?? [];
  return socket
    ? address(socket, `bank_${account}`, readPasswords(path.join(home, 'database.json'))[account])
    : null;
}

/** @param {string} socket @param {string} user @param {string} password */
const address = (socket, user, password, database = 'bank') =>
  `mysql://${user}:${password}@localhost/${database}?socketPath=${encodeURIComponent(socket)}`;

/**
 * MariaDB's words for transactions that are in its binary log but not yet committed in its tables. A server that is killed
 * while it stops leaves such ones: it has closed the log, and so does not look into it at the next start.
 */
const UNFINISHED = /Found \d+ prepared transactions!/;

/**
 * Starts a server, and finishes what the one before was killed in.
 * @param {string} program
 * @param {string[]} args
 * @param {ServerFiles} files
 */
async function startServer(program, args, files) {
  const logStart = fs.existsSync(files.errorLog) ? fs.statSync(files.errorLog).size : 0;
  try {
    return await startOnce(program, args, files);
  } catch (error) {
    if (!UNFINISHED.test(linesSince(files.errorLog, logStart))) throw error;
  }
  // Whatever was not in the log had been rolled back before it was closed. The server commits the rest, and ends.
  const finish = ['--tc-heuristic-recover=COMMIT', `--log-error=${files.errorLog}`];
  await run('MariaDB', program, [...args, ...finish], { env: serverEnvironment() });
  return startOnce(program, args, files);
}

/** Modes of the files and folders that the server creates: for their owner only. */
const serverEnvironment = () => ({ ...process.env, UMASK: '0600', UMASK_DIR: '0700' });

/**
 * @typedef {{ socket: string, pidFile: string, errorLog: string }} ServerFiles
 * @param {string} program
 * @param {string[]} args
 * @param {ServerFiles} files
 */
async function startOnce(program, args, { socket, pidFile, errorLog }) {
  const logStart = fs.existsSync(errorLog) ? fs.statSync(errorLog).size : 0;
  const server = await launch('MariaDB', program, [...args, `--log-error=${errorLog}`], {
    stdio: 'ignore',
    env: serverEnvironment(),
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
    '--no-defaults',
    `--datadir=${draft}`,
    '--skip-test-db',
    '--skip-name-resolve',
    `--user=${user}`,
    '--auth-root-authentication-method=socket',
    `--auth-root-socket-user=${user}`,
  ]);
  if (code !== 0) {
    const errors = (stderr + stdout).split('\n').filter((line) => /error/i.test(line));
    throw new CliError(
      `MariaDB could not create its data folder ${draft}:\n${errors.slice(0, 5).join('\n')}`,
    );
  }
  fs.renameSync(draft, data);
}

/** @param {string} data */
const logged = (data) => [`--log-bin=${path.join(data, 'changes')}`, ...durable()];

/**
 * @param {string} data
 * @param {string} socket
 * @param {string[]} others
 */
function serverArguments(data, socket, others) {
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
    ...others,
  ];
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
export async function untilReady(server, socket) {
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
  const errors = linesSince(errorLog, from)
    .split('\n')
    .filter((line) => line.includes('[ERROR]'))
    .slice(0, 5);
  return [...errors, `Its whole log: ${errorLog}`].join('\n');
}

/** @param {string} log @param {number} from */
const linesSince = (log, from) =>
  fs.existsSync(log) ? fs.readFileSync(log).subarray(from).toString('utf8') : '';
