import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../machine.mjs';
import { CliError } from '../progress.mjs';

const { createConnection } = createRequire(new URL('../../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);

/**
 * @typedef {object} NodeConfig
 * @property {string} name
 * @property {number} id of the server in the replication
 * @property {string} home its folder
 * @property {number} port of its database
 * @property {number} agentPort
 * @property {string} token that the agents and the supervisor share
 * @property {{ admin: string, replica: string }} passwords
 * @property {Record<string, { port: number, agent: string }>} peers how this node reaches the others
 */

/** An endless time-out (a year): a primary that no replica acknowledges must not go on alone. */
const ENDLESS_MS = 31_536_000_000;
/** How long a start, with the recovery of a crash, may take, and how long one statement, ms. */
const READY_MS = 60_000;
const STATEMENT_MS = 1_000;
/** The pause before a start after a crash, ms. */
const RESTART_MS = 200;
/** A node whose database ends so often within so long after a start (ms) has data that it cannot open. */
const SHORT_MS = 5_000;
const SHORT_RUNS = 5;

/**
 * Every start is read-only and as a replica: the recovery from a crash then removes transactions that no replica has
 * acknowledged (MariaDB MDEV-21117), and no client writes until the supervisor opens the node.
 * @param {NodeConfig} config
 */
export const nodeArguments = ({ home, id, port }) => [
  '--no-defaults',
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  `--datadir=${dataOf(home)}`,
  `--socket=${socketOf(home)}`,
  `--pid-file=${path.join(home, 'mariadb.pid')}`,
  '--bind-address=127.0.0.1',
  `--port=${port}`,
  `--server-id=${id}`,
  '--skip-name-resolve',
  `--log-error=${path.join(home, 'mariadb.log')}`,
  `--log-bin=${path.join(dataOf(home), 'changes')}`,
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--max-connections=300',
  '--innodb-buffer-pool-size=96M',
  '--innodb-log-file-size=32M',
  '--max-binlog-size=64M',
  '--binlog-expire-logs-seconds=86400',
  '--log-bin-trust-function-creators=1',
  '--binlog-row-image=MINIMAL',
  '--innodb-flush-log-at-trx-commit=1',
  '--sync-binlog=1',
  '--binlog-format=ROW',
  '--read-only',
  '--skip-slave-start',
  '--log-slave-updates',
  '--gtid-strict-mode',
  '--slave-net-timeout=10',
  '--slave-parallel-threads=4',
  '--slave-parallel-mode=optimistic',
  `--relay-log=${path.join(dataOf(home), 'relay')}`,
  '--init-rpl-role=SLAVE',
  '--rpl-semi-sync-slave-enabled',
  '--rpl-semi-sync-slave-kill-conn-timeout=1',
  '--rpl-semi-sync-master-wait-point=AFTER_SYNC',
  `--rpl-semi-sync-master-timeout=${ENDLESS_MS}`,
];

export const dataOf = (/** @type {string} */ home) => path.join(home, 'data');
export const socketOf = (/** @type {string} */ home) => path.join(home, 'mysql.sock');

/**
 * Statements of the accounts of the cluster, which replication carries to every node.
 * @param {NodeConfig['passwords']} passwords
 */
export const clusterAccounts = ({ admin, replica }) => `
CREATE USER IF NOT EXISTS 'cluster_admin'@'localhost' IDENTIFIED BY '${admin}';
GRANT ALL PRIVILEGES ON *.* TO 'cluster_admin'@'localhost';
CREATE USER IF NOT EXISTS 'cluster_replica'@'%' IDENTIFIED BY '${replica}';
GRANT REPLICATION SLAVE ON *.* TO 'cluster_replica'@'%';
CREATE DATABASE IF NOT EXISTS cluster;
CREATE TABLE IF NOT EXISTS cluster.heartbeat (id TINYINT UNSIGNED NOT NULL PRIMARY KEY, written_at DATETIME(6) NOT NULL) ENGINE=InnoDB;
`;

/** The MariaDB of one node: a child of its agent, in the same process group, started again whenever it ends. */
export class NodeDatabase {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  child;
  /** @type {any} */
  #connection;
  #isHeld = false;
  #shortRuns = 0;

  /**
   * @param {NodeConfig} config
   * @param {() => void} onEnd is called whenever the process ends
   */
  constructor(config, onEnd) {
    this.config = config;
    this.onEnd = onEnd;
  }

  get isRunning() {
    return this.child !== undefined;
  }

  /** Whether it ends whenever it is started. */
  get isBroken() {
    return this.#shortRuns >= SHORT_RUNS;
  }

  /** Starts the process; it is started again whenever it ends, unless it is held. */
  start() {
    this.#isHeld = false;
    const program = findProgram(['mariadbd', 'mysqld']);
    if (!program) throw new CliError('MariaDB is not installed.');
    const child = spawn(program, nodeArguments(this.config), {
      stdio: 'ignore',
      env: { ...process.env, UMASK: '0600', UMASK_DIR: '0700' },
    });
    this.child = child;
    fs.writeFileSync(path.join(this.config.home, 'database.pid'), String(child.pid));
    const startedAt = performance.now();
    child.once('exit', (code, signal) => {
      console.log(`${new Date().toISOString()} the database ended (${signal ?? `exit code ${code}`})`);
      const isShort = code !== null && performance.now() - startedAt < SHORT_MS;
      this.#shortRuns = isShort ? this.#shortRuns + 1 : 0;
      this.disconnect();
      this.child = undefined;
      this.onEnd();
      if (!this.#isHeld) setTimeout(() => this.child ?? (this.#isHeld || this.start()), RESTART_MS);
    });
  }

  /**
   * Ends the process at once. A clean stop, or ending a connection, would let transactions commit that wait for a replica.
   */
  async kill() {
    this.#isHeld = true;
    this.#shortRuns = 0;
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Fences it: afterwards it runs read-only, without transactions that nobody acknowledged. @throws CliError too late */
  async restart() {
    await this.kill();
    this.start();
    await this.ready();
  }

  /** @throws CliError when it does not answer in time */
  async ready() {
    for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(50)) {
      const isUp = await this.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (isUp) return;
    }
    throw new CliError(`The database of ${this.config.name} did not start.`);
  }

  /** A connection as the administrator, for the caller to end. */
  connect() {
    const { home, passwords } = this.config;
    return createConnection({
      socketPath: socketOf(home),
      user: 'cluster_admin',
      password: passwords.admin,
      multipleStatements: true,
      connectTimeout: STATEMENT_MS,
      timezone: 'Z',
    });
  }

  /**
   * Statements on the one connection that is kept for them.
   * @param {string} sql
   * @param {unknown[]} [values]
   * @param {number} [timeout] ms
   * @returns {Promise<any[]>} the rows, or several sets of them
   */
  async query(sql, values = [], timeout = STATEMENT_MS) {
    try {
      this.#connection ??= await this.#open();
      const [rows] = await this.#connection.query({ sql, timeout, values });
      return rows;
    } catch (error) {
      if (/** @type {any} */ (error).fatal || /** @type {any} */ (error).code === 'PROTOCOL_SEQUENCE_TIMEOUT')
        this.disconnect();
      throw error;
    }
  }

  async #open() {
    const connection = await this.connect();
    connection.on('error', () => this.disconnect());
    return connection;
  }

  disconnect() {
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
