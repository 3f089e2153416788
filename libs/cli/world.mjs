import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stopLeftover } from './leftovers.mjs';
import { createWorldDatabase } from './named-database.mjs';
import { DATA_DIR, ROOT, WORLD_MAIN } from './paths.mjs';
import { startProgram } from './program.mjs';
import { variable } from './variables.mjs';

/** The world beside the bank: other banks, a card network. It is for demonstration and tests only. */

export const WORLD_LOG = path.join(DATA_DIR, 'world.log');
const PID_FILE = path.join(DATA_DIR, 'world.pid');
/** Its port, counted from the bank's first. */
const OFFSET = 4;
/** Of those that France keeps for works of fiction (ARCEP, decision 2018-0881): nobody answers it. */
const MADE_UP_NUMBER = '01 99 00 17 17';
const READY_MS = 30_000;
const STOP_MS = 10_000;

/** The bank's variables that name counterparts; where one is set, the bank has its own and the world is not started. */
const COUNTERPARTS = [
  'RAIL_URL',
  'CARD_NETWORK_URL',
  'RATES_URL',
  'SANCTIONS_URL',
  'SMS_URL',
  'PUSH_SERVICE_URL',
];

/** The variables of the keys that both sides sign with. */
const KEYS = ['RAIL_KEY', 'CARD_NETWORK_KEY', 'SMS_KEY'];

/** Stops the world of an earlier run that was killed. */
export async function stopLeftoverWorld() {
  await stopLeftover(PID_FILE, WORLD_MAIN, STOP_MS);
}

/**
 * The variables of the world and those by which the bank finds it, or the reason why it is not started.
 * @param {number} port the bank's first
 * @param {string | undefined} databaseUrl of the private database, where there is one
 * @returns {Promise<{ world: NodeJS.ProcessEnv, bank: NodeJS.ProcessEnv } | string>}
 */
export async function worldVariables(port, databaseUrl) {
  const named = COUNTERPARTS.find(variable);
  if (named) return `not started: ${named} is set`;
  const own = variable('WORLD_DATABASE_URL') || databaseUrl || (await createWorldDatabase());
  if (!own) {
    return 'not started: the account may not create its database; WORLD_DATABASE_URL names one';
  }
  const origin = `http://localhost:${port + OFFSET}`;
  const keys = readKeys(path.join(DATA_DIR, 'world-keys.json'));
  return {
    world: { ...keys, WORLD_DATABASE_URL: own, BANK_URL: `http://localhost:${port}` },
    bank: {
      ...keys,
      RAIL_URL: `${origin}/sepa`,
      CARD_NETWORK_URL: `${origin}/cards`,
      RATES_URL: `${origin}/rates`,
      SANCTIONS_URL: `${origin}/sanctions/targets.simple.csv`,
      SMS_URL: `${origin}/telephones`,
      PUSH_SERVICE_URL: `${origin}/push`,
      SUPPORT_PHONE: variable('SUPPORT_PHONE') || MADE_UP_NUMBER,
    },
  };
}

/**
 * Starts the world and waits until it answers.
 * @param {NodeJS.ProcessEnv} variables
 * @param {number} port the bank's first
 */
export async function startWorld(variables, port) {
  const { program } = await startProgram('The world', {
    main: WORLD_MAIN,
    cwd: ROOT,
    // Its own variables alone: it has no business with the bank's keys and databases.
    env: { PATH: process.env.PATH, ...variables, PORT: String(port + OFFSET), NODE_ENV: 'production' },
    logFile: WORLD_LOG,
    pidFile: PID_FILE,
    health: { address: `http://localhost:${port + OFFSET}/health`, status: 204 },
    patienceMs: READY_MS,
    graceMs: STOP_MS,
  });
  return program;
}

/** The address of its page. @param {number} port the bank's first */
export const worldAddress = (port) => `http://localhost:${port + OFFSET}`;

/**
 * The keys that the bank shares with the world, kept for its messages to be understood after a restart; those of the
 * environment come first.
 * @param {string} file
 */
function readKeys(file) {
  const random = () => randomBytes(32).toString('hex');
  const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const missing = KEYS.filter((name) => !kept[name]);
  for (const name of missing) kept[name] = random();
  if (missing.length > 0) fs.writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  return Object.fromEntries(KEYS.map((name) => [name, variable(name) || kept[name]]));
}
