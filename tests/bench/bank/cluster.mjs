import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startPrivateDatabase } from '../../../libs/cli/database.mjs';
import { ROOT } from '../../../libs/cli/paths.mjs';
import { runServerCommands, startServer } from '../../../libs/cli/server.mjs';
import { caller } from '../http-load.mjs';
import { startWorldBeside } from '../world.mjs';

/** More than all clients ever open. */
const connections = 256;

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/**
 * A private database with production durability, one server on each port (and the four ports after it), and the world
 * beside the first; database and servers can be killed and restarted.
 * @param {string} home an empty folder, for everything that they write
 * @param {number[]} ports
 * @param {string} [firstRoot] of the version that the servers have at first
 */
export async function startCluster(home, ports, firstRoot = ROOT) {
  let database = await startPrivateDatabase(home);
  const { url, migrationUrl } = database;
  const world = await startWorldBeside(home, ports[0] ?? 0, database.worldUrl);
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: migrationUrl,
    DATA_DIR: home,
    ...world.variables,
    SIGN_UPS_PER_TEN_MINUTES: '100000',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '1000000',
    JOBS_EVERY_SECONDS: '5',
    ACCESS_TOKEN_SECONDS: '3600',
    IDLE_SECONDS: '86400',
  };
  await runServerCommands(['migrate'], env, firstRoot);

  const start = async (/** @type {number} */ port, root = firstRoot) =>
    (await startServer({ ...env, PORT: String(port) }, port, path.join(home, `server-${port}`), root)).server;
  const startAll = () => Promise.all(ports.map((port) => start(port)));
  let servers = await startAll();
  const callers = ports.map((port) => caller(port, connections));

  return {
    migrationUrl,
    world,
    /** The caller of each server. */
    calls: callers.map(({ call }) => call),
    /** @param {number} at */
    async killServer(at) {
      await kill(servers[at]);
    },
    /** As in an update: asks the server to stop, and starts it when it has. @param {number} at @param {string} [root] of its version */
    async restartServer(at, root) {
      await servers[at]?.stop();
      servers[at] = await start(ports[at] ?? 0, root);
    },
    /** Applies the migrations of this version, while servers of an earlier one serve. */
    migrate: () => runServerCommands(['migrate'], env),
    /** Resolves when the server is ready. @param {number} at */
    async startServer(at) {
      servers[at] = await start(ports[at] ?? 0);
    },
    async killDatabase() {
      await kill(database.server);
    },
    /** Resolves when the database accepts connections. */
    async startDatabase() {
      database = await startPrivateDatabase(home);
      if (database.url !== url) throw new Error('the database came back at another address');
    },
    /** Lets the servers finish pending calls, and restarts them; afterwards nothing is in progress. */
    async comeToRest() {
      await Promise.all(servers.map((server) => server.stop()));
      servers = await startAll();
    },
    /** The verification of `npm run ledger:verify`. @throws ApiException with the broken laws. */
    verifyLedger: () => runServerCommands(['ledger:verify'], env),
    async stop() {
      for (const { close } of callers) close();
      await Promise.all(servers.map((server) => server.stop()));
      await world.stop();
      await database.server.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** @param {import('../../../libs/cli/processes.mjs').Child | undefined} child */
async function kill(child) {
  if (!child) throw new Error('there is no such process to kill');
  process.kill(child.pid, 'SIGKILL');
  await child.exited;
}
