import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { untilReady } from '../database.mjs';
import { accountStatements, readPasswords } from '../database-accounts.mjs';
import { findProgram } from '../machine.mjs';
import { launch, run } from '../processes.mjs';
import { CliError } from '../progress.mjs';
import { clusterAccounts, dataOf, nodeArguments, socketOf } from './node-database.mjs';

/** The names of the database nodes; HAProxy's file knows them too. */
export const NODES = ['database-1', 'database-2', 'database-3'];

/**
 * Where the parts of a cluster listen, counted from its first port: HAProxy has the first four, the world the fifth.
 * @param {number} port
 */
export const portsOf = (port) => ({
  balancer: port,
  databaseMetrics: port + 5,
  prometheus: port + 7,
  database: port + 8,
  supervisor: port + 9,
  servers: [port + 10, port + 15, port + 20],
  metrics: [port + 25, port + 26, port + 27],
  nodes: NODES.map((_, at) => port + 30 + at),
  agents: NODES.map((_, at) => port + 35 + at),
});

/**
 * How one part reaches the port of another; a test puts a link between them that it can cut.
 * @typedef {(from: string, to: string, port: number) => number} Link
 */

/**
 * The folder of a cluster: on first use it gets accounts, keys and three equal databases; at every use the configurations of the
 * agents and of the supervisor.
 * @param {string} home
 * @param {number} port
 * @param {Link} link
 */
export async function prepareHome(home, port, link) {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const bank = readPasswords(path.join(home, 'database.json'));
  const secrets = readSecrets(path.join(home, 'cluster.json'));
  const ports = portsOf(port);
  const agentOf = (/** @type {string} */ from, /** @type {number} */ at) =>
    `http://127.0.0.1:${link(from, `${NODES[at]} agent`, ports.agents[at] ?? 0)}`;
  const nodes = NODES.map((name, at) => ({
    name,
    id: at + 1,
    home: path.join(home, name),
    port: ports.nodes[at] ?? 0,
    agentPort: ports.agents[at] ?? 0,
    token: secrets.token,
    passwords: { admin: secrets.admin, replica: secrets.replica },
    peers: Object.fromEntries(
      NODES.map((peer, other) => [
        peer,
        { port: link(name, peer, ports.nodes[other] ?? 0), agent: agentOf(name, other) },
      ]).filter(([peer]) => peer !== name),
    ),
  }));
  for (const node of nodes) {
    fs.mkdirSync(node.home, { recursive: true, mode: 0o700 });
    write(path.join(node.home, 'agent.json'), node);
  }
  const agents = Object.fromEntries(NODES.map((name, at) => [name, agentOf('supervisor', at)]));
  write(path.join(home, 'supervisor.json'), { token: secrets.token, port: ports.supervisor, nodes: agents });
  if (!fs.existsSync(dataOf(nodes[2]?.home ?? ''))) {
    await createData(nodes, accountStatements(bank, false) + clusterAccounts(nodes[0]?.passwords ?? secrets));
  }
  const address = (/** @type {string} */ user, /** @type {string} */ password, name = 'bank') =>
    `mysql://${user}:${password}@127.0.0.1:${ports.database}/${name}`;
  return {
    ports,
    nodes,
    url: address('bank_app', bank.app),
    migrationUrl: address('bank_migrate', bank.migrate),
    worldUrl: address('world_app', bank.world, 'world'),
  };
}

/** @param {string} file @param {object} content */
const write = (file, content) => fs.writeFileSync(file, JSON.stringify(content), { mode: 0o600 });

/** @param {string} file @returns {{ token: string, admin: string, replica: string }} */
function readSecrets(file) {
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8'));
  const random = () => randomBytes(24).toString('hex');
  const secrets = { token: random(), admin: random(), replica: random() };
  write(file, secrets);
  return secrets;
}

/**
 * The same database for every node, with its log: all begin at the same transaction.
 * @param {import('./node-database.mjs').NodeConfig[]} nodes
 * @param {string} statements
 */
async function createData([first, ...others], statements) {
  const [server, install] = [
    findProgram(['mariadbd', 'mysqld']),
    findProgram(['mariadb-install-db', 'mysql_install_db']),
  ];
  if (!first || !server || !install)
    throw new CliError(
      'MariaDB is not installed (Debian: apt-get install mariadb-server-core mariadb-client-core).',
    );
  const data = dataOf(first.home);
  for (const { home } of [first, ...others]) fs.rmSync(dataOf(home), { recursive: true, force: true });
  const user = os.userInfo().username;
  const { code, stderr } = await run('mariadb-install-db', install, [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--skip-name-resolve',
    `--user=${user}`,
    '--auth-root-authentication-method=socket',
    `--auth-root-socket-user=${user}`,
    // A log of another size would be replaced at the first start.
    '--innodb-log-file-size=32M',
  ]);
  if (code !== 0) throw new CliError(`MariaDB could not create its data: ${stderr.trim().slice(0, 500)}`);
  const initFile = path.join(first.home, 'accounts.sql');
  // An init file knows one statement a line.
  fs.writeFileSync(initFile, statements, { mode: 0o600 });
  const env = { ...process.env, UMASK: '0600', UMASK_DIR: '0700' };
  const args = [
    ...nodeArguments(first).filter((each) => each !== '--read-only'),
    `--init-file=${initFile}`,
    '--skip-networking',
  ];
  const child = await launch('MariaDB', server, args, { stdio: 'ignore', env, graceMs: 30_000 });
  // The socket is there before the init file is run; a greeting comes only afterwards.
  await untilReady(child, socketOf(first.home));
  await child.stop();
  fs.rmSync(initFile);
  for (const { home } of others) fs.cpSync(data, `${dataOf(home)}.new`, { recursive: true });
  for (const { home } of others) fs.renameSync(`${dataOf(home)}.new`, dataOf(home));
}
