import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from '../../libs/cli/paths.mjs';
import { supervise } from '../../libs/cli/processes.mjs';
import { startCluster } from './bank/cluster.mjs';
import { newHome } from './bank/run.mjs';
import { settleIn } from './bank/people.mjs';
import { caller } from './http-load.mjs';
import { startBalancer } from './rolling/balancer.mjs';
import { steadyCalls } from './rolling/calls.mjs';
import { buildEarlier } from './rolling/earlier.mjs';

/**
 * `npm run bench:rolling`: three servers behind HAProxy with the recommended file (`bff/operations/haproxy.cfg`) are restarted
 * one after another, ROLLING_ROUNDS (1) times, under ROLLING_CALLS (200) calls a second, half of them transfers with keys.
 * With ROLLING_FROM=earlier, or a commit, they begin with the version before the last migration, or of that commit, which is built; under
 * the same calls the schema is migrated and each becomes this version; then one goes back and forth, as after a failed release.
 * Ends with 1 if a call failed, a transfer was done twice or lost, or a stream was not opened again. Needs `haproxy`.
 */
const rounds = Number(process.env.ROLLING_ROUNDS || 1);
const callsPerSecond = Number(process.env.ROLLING_CALLS || 200);
const port = Number(process.env.PORT || 3920);
const ports = [port, port + 5, port + 10];
const drainSeconds = 5;
const customers = 16;
const from = process.env.ROLLING_FROM;
const home = newHome();

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

async function bench() {
  const earlier = from
    ? buildEarlier(path.join(home, 'earlier'), from === 'earlier' ? undefined : from)
    : undefined;
  if (earlier)
    console.log(`from ${earlier.commit.slice(0, 8)}, which lacks ${earlier.migrations} migrations`);
  Object.assign(process.env, { DRAIN_SECONDS: String(drainSeconds), TRUST_PROXY: '1' });
  const cluster = await startCluster(home, ports, earlier?.root);
  const balancer = await startBalancer(home, port + 15, ports);
  const { call, close } = caller(port + 15, 256);
  try {
    const { people } = await settleIn(call, cluster.migrationUrl, customers);
    const load = steadyCalls({ call, people, perSecond: callsPerSecond, port: port + 15 });
    const restarts = earlier ? await update(cluster, earlier.root) : await restartAll(cluster);
    const { made, failed, streams } = await load.stop();
    const wrong = await load.misdone(cluster.migrationUrl);
    await cluster.verifyLedger();
    console.log(`${made} calls while ${restarts} servers were restarted: ${failed.length} failed`);
    console.log(
      `${streams.opened} times a stream was opened, ${streams.ended} times ended; ${wrong} transfers lost or double`,
    );
    for (const reason of failed.slice(0, 10)) console.log(`  ${reason}`);
    return failed.length + wrong + Number(streams.opened <= streams.kept) > 0 ? 1 : 0;
  } finally {
    close();
    await balancer.stop();
    await cluster.stop();
  }
}

/** @param {Cluster} cluster */
async function restartAll(cluster) {
  for (let round = 0; round < rounds; round += 1)
    for (const at of ports.keys()) await cluster.restartServer(at);
  return rounds * ports.length;
}

/** Each server serves beside those of the other version; the schema is this version's from the first on. @param {Cluster} cluster @param {string} earlier */
async function update(cluster, earlier) {
  await cluster.migrate();
  const turns = [...ports.keys()].map((at) => ({ at, root: ROOT }));
  const last = ports.length - 1;
  for (const { at, root } of [...turns, { at: last, root: earlier }, { at: last, root: ROOT }])
    await cluster.restartServer(at, root);
  return ports.length + 2;
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
