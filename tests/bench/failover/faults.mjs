import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODES } from '../../../libs/cli/cluster/home.mjs';
import { socketOf } from '../../../libs/cli/cluster/node-database.mjs';

const { createConnection } = createRequire(new URL('../../../bff/package.json', import.meta.url))(
  'mysql2/promise',
);

/**
 * @typedef {object} Scene
 * @property {import('../../../libs/cli/cluster/start.mjs').Cluster} cluster
 * @property {import('./links.mjs').Network} network
 * @property {import('./disks.mjs').Disks | undefined} disks
 * @property {number} primary the node that is the primary now, from 0
 * @property {number} replica one of the others
 *
 * @typedef {object} Fault
 * @property {string} name
 * @property {(scene: Scene) => (void | Promise<void | (() => unknown)> | (() => unknown))} inject returns what heals it
 * @property {'disks' | 'slow disks'} [needs]
 * @property {(scene: Scene) => Promise<string | null>} [proof] what must hold once the cluster is whole again: null, or what is wrong
 */

/** How long a fault lasts that does not end by itself, ms. */
export const LASTS_MS = 6_000;

/** The process of a node's database. @param {Scene} scene @param {number} node */
const databasePid = ({ cluster }, node) =>
  Number(fs.readFileSync(path.join(cluster.databases.nodes[node]?.home ?? '', 'database.pid'), 'utf8'));

const kill = (/** @type {number} */ pid) => process.kill(pid, 'SIGKILL');
/** Freezes a process; returns what wakes it, if it still is there. @param {number[]} pids */
function freeze(...pids) {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It was fenced meanwhile.
      }
    }
  };
}

const nameOf = (/** @type {number} */ node) => NODES[node] ?? '';
const isOf = (/** @type {string} */ end, /** @type {string} */ name) =>
  end === name || end === `${name} agent`;
const replicasOf = (/** @type {number} */ primary) => NODES.map((_, at) => at).filter((at) => at !== primary);

/** Between a node and those parts. @param {string} name @param {(other: string) => boolean} others */
const between = (name, others) => (/** @type {string} */ from, /** @type {string} */ to) =>
  (isOf(from, name) && others(to)) || (isOf(to, name) && others(from));
const isNode = (/** @type {string} */ end) => NODES.some((name) => isOf(end, name));
const anything = () => true;

/** A row that no replica has, on a primary that is cut off: a killed connection commits without an acknowledgement. */
const STRAY = 99;

/** @param {Scene} scene @param {number} node */
async function administer({ cluster }, node) {
  const config = cluster.databases.nodes[node];
  return createConnection({
    socketPath: socketOf(config?.home ?? ''),
    user: 'cluster_admin',
    password: config?.passwords.admin,
    connectTimeout: 2_000,
  });
}

/** @param {any} connection */
async function hasStray(connection) {
  const [[{ found }]] = await connection.query(
    'SELECT COUNT(*) AS found FROM cluster.heartbeat WHERE id = ?',
    [STRAY],
  );
  return Number(found) === 1;
}

/** @param {Scene} scene */
async function leaveStray(scene) {
  const { network, primary } = scene;
  // No client hears of what is killed: MariaDB answers it as if it were acknowledged.
  network.cut(between(nameOf(primary), anything));
  network.reset(between(nameOf(primary), (other) => other === 'balancer'));
  const [writer, killer] = [await administer(scene, primary), await administer(scene, primary)];
  writer.on('error', () => {});
  const written = writer.query('REPLACE INTO cluster.heartbeat VALUES (?, NOW(6))', [STRAY]).catch(() => {});
  // Others that wait for an acknowledgement are before it in the log: they are killed with it.
  const waiting =
    "SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user IN ('bank_app', 'bank_migrate', 'world_app', 'cluster_admin')";
  let isStray = false;
  for (let tries = 0; tries < 30 && !isStray; tries += 1) {
    await sleep(100);
    const [connections] = await killer.query(waiting);
    for (const { id } of connections) await killer.query('KILL ?', [id]).catch(() => {});
    isStray = await hasStray(killer);
  }
  await written;
  killer.destroy();
  writer.destroy();
  if (!isStray) throw new Error('the stray transaction was not committed');
  return () => network.heal();
}

/** @param {Scene} scene */
async function hasNoStray(scene) {
  for (const node of NODES.keys()) {
    const connection = await administer(scene, node);
    const isStray = await hasStray(connection);
    await connection.end();
    if (isStray) return `${nameOf(node)} still has a transaction that nobody acknowledged`;
  }
  return null;
}

/** @type {Fault[]} */
export const faults = [
  { name: 'kill -9 of the primary', inject: (scene) => kill(databasePid(scene, scene.primary)) },
  { name: 'kill -9 of a replica', inject: (scene) => kill(databasePid(scene, scene.replica)) },
  {
    name: 'kill -9 of both replicas',
    inject: (scene) => replicasOf(scene.primary).forEach((node) => kill(databasePid(scene, node))),
  },
  {
    name: 'the machine of the primary is lost',
    inject: ({ cluster, primary }) => cluster.databases.agents[primary]?.loseFor(LASTS_MS),
  },
  {
    name: 'the machine of a replica is lost',
    inject: ({ cluster, replica }) => cluster.databases.agents[replica]?.loseFor(LASTS_MS),
  },
  { name: 'kill -9 of the supervisor', inject: ({ cluster }) => kill(cluster.databases.supervisor.pid) },
  {
    name: 'kill -9 of the supervisor and of the primary',
    inject: (scene) => {
      kill(scene.cluster.databases.supervisor.pid);
      kill(databasePid(scene, scene.primary));
    },
  },
  { name: 'the supervisor is frozen', inject: ({ cluster }) => freeze(cluster.databases.supervisor.pid) },
  { name: 'kill -9 of a bank server', inject: ({ cluster }) => kill(cluster.servers[0]?.pid ?? 0) },
  { name: 'a bank server is frozen', inject: ({ cluster }) => freeze(cluster.servers[1]?.pid ?? 0) },
  { name: 'kill -9 of the balancer', inject: ({ cluster }) => kill(cluster.balancer.pid) },
  {
    name: 'kill -9 of the balancer of the database',
    inject: ({ cluster }) => kill(cluster.databases.balancer.pid),
  },
  { name: 'kill -9 of the world', inject: ({ cluster }) => kill(cluster.world?.pid ?? 0) },
  {
    name: 'the database of the primary is frozen',
    inject: (scene) => freeze(databasePid(scene, scene.primary)),
  },
  {
    name: 'the database of a replica is frozen',
    inject: (scene) => freeze(databasePid(scene, scene.replica)),
  },
  {
    name: 'the machine of the primary is frozen',
    inject: (scene) =>
      freeze(scene.cluster.databases.agents[scene.primary]?.pid ?? 0, databasePid(scene, scene.primary)),
  },
  {
    name: 'the primary is cut off from the replicas',
    inject: ({ network, primary }) => {
      network.cut(between(nameOf(primary), isNode));
      return () => network.heal();
    },
  },
  {
    name: 'the supervisor is cut off from the primary',
    inject: ({ network, primary }) => {
      network.cut(between(nameOf(primary), (other) => other === 'supervisor'));
      return () => network.heal();
    },
  },
  {
    name: 'the primary is cut off from everything',
    inject: ({ network, primary }) => {
      network.cut(between(nameOf(primary), anything));
      return () => network.heal();
    },
  },
  {
    name: 'a replica is cut off from everything',
    inject: ({ network, replica }) => {
      network.cut(between(nameOf(replica), anything));
      return () => network.heal();
    },
  },
  {
    name: 'every connection to the primary is reset',
    inject: ({ network, primary }) => network.reset(between(nameOf(primary), anything)),
  },
  {
    name: 'the network of the primary is slow (50 ms one way)',
    inject: ({ network, primary }) => {
      network.slow(between(nameOf(primary), anything), 50);
      return () => network.heal();
    },
  },
  {
    name: 'a transaction that nobody acknowledged is on the old primary',
    inject: leaveStray,
    proof: hasNoStray,
  },
  {
    name: 'the disk of the primary is full',
    needs: 'disks',
    inject: ({ disks, primary }) => disks?.fill(primary),
  },
  {
    name: 'the disk of a replica is full',
    needs: 'disks',
    inject: ({ disks, replica }) => disks?.fill(replica),
  },
  {
    name: 'the disk of the primary is slow (4 writes a second)',
    needs: 'slow disks',
    inject: (scene) => scene.disks?.slow(scene.primary, databasePid(scene, scene.primary), 4),
  },
];
