import fs from 'node:fs';
import process from 'node:process';
import { supervise } from '../../libs/cli/processes.mjs';
import { startCluster } from './bank/cluster.mjs';
import { newHome } from './bank/run.mjs';
import { settleIn } from './bank/people.mjs';
import { caller } from './http-load.mjs';
import { startBalancer } from './rolling/balancer.mjs';
import { steadyCalls } from './rolling/calls.mjs';

/**
 * `npm run bench:rolling`: three servers behind HAProxy with the recommended file (`bff/operations/haproxy.cfg`) are restarted
 * one after another, ROLLING_ROUNDS (1) times, under ROLLING_CALLS (200) calls a second, half of them transfers with keys.
 * Ends with 1 if a call failed, a transfer was done twice or lost, or a stream was not opened again. Needs `haproxy`.
 */
const rounds = Number(process.env.ROLLING_ROUNDS || 1);
const callsPerSecond = Number(process.env.ROLLING_CALLS || 200);
const port = Number(process.env.PORT || 3920);
const drainSeconds = 5;
const customers = 16;
const home = newHome();

async function bench() {
  Object.assign(process.env, { DRAIN_SECONDS: String(drainSeconds), TRUST_PROXY: '1' });
  const ports = [port, port + 5, port + 10];
  const cluster = await startCluster(home, ports);
  const balancer = await startBalancer(home, port + 15, ports);
  const { call, close } = caller(port + 15, 256);
  try {
    const { people } = await settleIn(call, cluster.migrationUrl, customers);
    const load = steadyCalls({ call, people, perSecond: callsPerSecond, port: port + 15 });
    for (let round = 0; round < rounds; round += 1)
      for (const at of ports.keys()) await cluster.restartServer(at);
    const { made, failed, streams } = await load.stop();
    const wrong = await load.misdone(cluster.migrationUrl);
    await cluster.verifyLedger();
    console.log(
      `${made} calls while ${rounds * ports.length} servers were restarted: ${failed.length} failed`,
    );
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

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
