import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, WORLD_MAIN } from '../../libs/cli/paths.mjs';
import { launch } from '../../libs/cli/processes.mjs';

const readyMs = 30_000;
const stopMs = 5_000;

/**
 * Starts the world beside a measured bank, on the fifth of its ports.
 * @param {string} home folder of its log and its pid file
 * @param {number} port the bank's first
 * @param {string} databaseUrl of the world
 * @returns its address, the variables by which the bank finds it, and what starts, kills and stops it
 */
export async function startWorldBeside(home, port, databaseUrl) {
  const origin = `http://localhost:${port + 4}`;
  const random = () => randomBytes(32).toString('hex');
  const keys = { RAIL_KEY: random(), CARD_NETWORK_KEY: random(), SMS_KEY: random() };
  const env = {
    PATH: process.env.PATH,
    ...keys,
    PORT: String(port + 4),
    NODE_ENV: 'production',
    WORLD_DATABASE_URL: databaseUrl,
    BANK_URL: `http://localhost:${port}`,
  };
  const start = async () => {
    const log = fs.openSync(path.join(home, 'world.log'), 'a');
    const started = await launch('The world', process.execPath, [WORLD_MAIN], {
      cwd: ROOT,
      env,
      stdio: ['ignore', log, log],
      graceMs: stopMs,
      pidFile: path.join(home, 'world.pid'),
    });
    fs.closeSync(log);
    for (const end = Date.now() + readyMs; !(await isReady(origin)); await sleep(50)) {
      if (Date.now() > end) throw new Error('the world did not become ready');
    }
    return started;
  };
  let world = await start();
  return {
    origin,
    databaseUrl,
    variables: { ...keys, RAIL_URL: `${origin}/sepa`, CARD_NETWORK_URL: `${origin}/cards` },
    async kill() {
      process.kill(world.pid, 'SIGKILL');
      await world.exited;
    },
    async start() {
      world = await start();
    },
    stop: () => world.stop(),
  };
}

/** @param {string} origin */
const isReady = (origin) =>
  fetch(`${origin}/health`).then(
    ({ status }) => status === 204,
    () => false,
  );
