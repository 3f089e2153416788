import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBackupPrograms } from '../backup-tools.mjs';
import { commandLine } from '../leftovers.mjs';
import { portProblem } from '../machine.mjs';
import { ROOT } from '../paths.mjs';
import { launch } from '../processes.mjs';
import { CliError } from '../progress.mjs';
import { runServerCommands, startServer } from '../server.mjs';
import { startWorld, worldVariables } from '../world.mjs';
import { launchBalancer, launchDatabaseBalancer, requireBalancer } from './balancers.mjs';
import { NODES, portsOf, prepareHome } from './home.mjs';
import { keep } from './kept.mjs';
import { launchPrometheus } from './prometheus.mjs';

/** How long the cluster may take until it has a primary, and the balancer a ready server, ms. */
const READY_MS = 60_000;

/** @typedef {Awaited<ReturnType<typeof startDatabases>>} Databases */
/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/**
 * Three database nodes with their agents, the supervisor, and HAProxy before them. Resolves when clients can write.
 * @param {string} home
 * @param {number} port
 * @param {import('./home.mjs').Link} link
 */
async function startDatabases(home, port, link = (_from, _to, direct) => direct) {
  await requireBackupPrograms();
  await requireBalancer();
  await checkPorts(port);
  const prepared = await prepareHome(home, port, link);
  for (const { home: folder } of prepared.nodes) stopLeftoverDatabase(folder);
  const agents = await Promise.all(
    prepared.nodes.map(({ home: folder }) =>
      keep(() => launchScript('node-agent', path.join(folder, 'agent.json'), `${folder}.log`)),
    ),
  );
  const supervisor = await keep(() =>
    launchScript('supervisor', path.join(home, 'supervisor.json'), path.join(home, 'supervisor.log')),
  );
  const reached = NODES.map((name, at) => ({
    sql: link('balancer', name, prepared.ports.nodes[at] ?? 0),
    agent: link('balancer', `${name} agent`, prepared.ports.agents[at] ?? 0),
  }));
  const balancer = await keep(() => launchDatabaseBalancer(home, prepared.ports, reached));
  const databases = {
    ...prepared,
    agents,
    supervisor,
    balancer,
    /** The state of every node, as its agent reports it; undefined without a response. */
    states: () => Promise.all(prepared.nodes.map(stateOf)),
    async stop() {
      for (const each of [supervisor, balancer, ...agents]) await each.stop();
    },
  };
  await until('The cluster has no primary', async () =>
    (await databases.states()).some((each) => each?.alive),
  );
  return databases;
}

/**
 * Everything: the databases, three servers behind HAProxy, the world, and Prometheus where it is installed.
 * @param {string} home also DATA_DIR, which the servers share
 * @param {number} port
 * @param {{ link?: import('./home.mjs').Link, env?: NodeJS.ProcessEnv, seeds?: boolean }} [options]
 */
export async function startCluster(home, port, { link, env: given = {}, seeds = false } = {}) {
  const databases = await startDatabases(home, port, link);
  const { ports, url, migrationUrl, worldUrl } = databases;
  const counterparts = await worldVariables(port, worldUrl);
  const env = {
    NODE_ENV: 'production',
    DRAIN_SECONDS: '5',
    TRUST_PROXY: '1',
    ...process.env,
    SHELL_ORIGIN: `http://localhost:${port}`,
    BACK_OFFICE_ORIGIN: `http://localhost:${port + 1}`,
    EMBED_ORIGIN: `http://localhost:${port + 3}`,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: migrationUrl,
    DATA_DIR: home,
    ...(typeof counterparts === 'string' ? {} : counterparts.bank),
    ...given,
  };
  await runServerCommands(seeds ? ['migrate', 'seed'] : ['migrate'], env);
  const launchServer = async (/** @type {number} */ at) => {
    const own = { ...env, PORT: String(ports.servers[at]), METRICS_PORT: String(ports.metrics[at]) };
    return (await startServer(own, ports.servers[at] ?? 0, path.join(home, `server-${at + 1}`))).server;
  };
  const servers = await Promise.all(ports.servers.map((_, at) => keep(() => launchServer(at))));
  const balancer = await keep(() => launchBalancer(home, port, ports.servers));
  const world =
    typeof counterparts === 'string' ? undefined : await keep(() => startWorld(counterparts.world, port));
  const prometheus = await launchPrometheus(home, ports);
  await until('HAProxy reaches no ready server', () => isReady(port));
  return {
    databases,
    servers,
    balancer,
    world,
    prometheus,
    env,
    migrationUrl,
    worldUrl,
    port,
    verify: (/** @type {string[]} */ ...commands) => runServerCommands(commands, env),
    async stop() {
      await prometheus?.stop();
      await world?.stop();
      await balancer.stop();
      await Promise.all(servers.map((each) => each.stop()));
      await databases.stop();
    },
  };
}

/** @param {number} port the first @throws CliError when one of the cluster's is in use */
async function checkPorts(port) {
  for (const each of Object.values(portsOf(port)).flat()) {
    if (await portProblem(each))
      throw new CliError(`Port ${each} is in use. Choose other ports: PORT=4000 npm run cluster`);
  }
}

/** @param {string} name @param {string} config the file of its configuration @param {string} logFile */
async function launchScript(name, config, logFile) {
  const log = fs.openSync(logFile, 'a');
  const script = path.join(ROOT, 'libs/cli/cluster', `${name}.mjs`);
  const child = await launch(name, process.execPath, [script, config], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    graceMs: 5_000,
  });
  fs.closeSync(log);
  return child;
}

/** A database of an earlier run that was killed. @param {string} folder */
function stopLeftoverDatabase(folder) {
  const file = path.join(folder, 'database.pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
  if (pid > 1 && commandLine(pid).includes(folder)) process.kill(pid, 'SIGKILL');
}

/** @param {import('./node-database.mjs').NodeConfig} node */
async function stateOf({ agentPort, token }) {
  const answer = await fetch(`http://127.0.0.1:${agentPort}/state`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined);
  return answer?.ok ? /** @type {import('./decide.mjs').NodeState} */ (await answer.json()) : undefined;
}

/** @param {number} port */
const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** @param {string} otherwise @param {() => Promise<boolean>} condition */
async function until(otherwise, condition) {
  for (const end = Date.now() + READY_MS; !(await condition()); await sleep(100)) {
    if (Date.now() > end) throw new CliError(`${otherwise} after ${READY_MS / 1000} s.`);
  }
}
