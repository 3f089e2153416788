import { randomBytes } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { ROOT, WORLD_MAIN } from '../../libs/cli/paths.mjs';
import { startProgram } from '../../libs/cli/program.mjs';

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
    const { program } = await startProgram('The world', {
      main: WORLD_MAIN,
      cwd: ROOT,
      env,
      logFile: path.join(home, 'world.log'),
      pidFile: path.join(home, 'world.pid'),
      health: { address: `${origin}/health`, status: 204 },
      patienceMs: readyMs,
      graceMs: stopMs,
    });
    return program;
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
