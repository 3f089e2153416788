import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startPrivateDatabase } from './database.mjs';
import { installDependencies, isInstalled } from './install.mjs';
import { livingProcess } from './leftovers.mjs';
import { checkDiskSpace, checkNode, checkPorts, firstPort, PORTS } from './machine.mjs';
import { checkNamedDatabase } from './named-database.mjs';
import { DATA_DIR, ROOT } from './paths.mjs';
import { CliError, elapsed, stepper } from './progress.mjs';
import { BFF_LOG, runServerCommands, startServer, stopLeftoverServer } from './server.mjs';
import { variable } from './variables.mjs';
import { startWorld, stopLeftoverWorld, WORLD_LOG, worldAddress, worldVariables } from './world.mjs';

/**
 * @typedef {(text: string) => void} Report sets the outcome in a step's closing line
 * @typedef {import('./processes.mjs').Child} Child
 *
 * @typedef {object} Bank
 * @property {NodeJS.ProcessEnv} env of the server
 * @property {number} port the first of the five
 * @property {{ server: Child, errors: () => string }} running
 * @property {Child | undefined} database absent where DATABASE_URL names one
 * @property {{ env: NodeJS.ProcessEnv, running: Child } | undefined} world absent where the bank has other counterparts
 */

const OWN_PID_FILE = path.join(DATA_DIR, 'start.pid');
const STEPS = 7;

/**
 * From a clean copy of the repository to a running bank.
 * @param {'production' | 'development'} mode
 * @param {(report: Report) => Promise<NodeJS.ProcessEnv>} build returns variables for the server
 * @returns {Promise<Bank>}
 */
export async function openBank(mode, build) {
  const startedAt = Date.now();
  const step = stepper(STEPS);
  const port = await step('Machine', checkMachine);
  const [, ownDatabase] = await Promise.all([
    step('Dependencies', install),
    variable('DATABASE_URL') ? null : step('Database', openDatabase),
  ]);
  const { url, migrationUrl } = ownDatabase ?? (await step('Database', nameDatabase));
  const counterparts = await worldVariables(port, ownDatabase?.worldUrl);
  const seeds = ownDatabase !== null || process.env.SEED_DEMO === '1';
  const env = {
    // No proxy limits the calls of a bank on one machine.
    NODE_ENV: mode,
    DRAIN_SECONDS: '0',
    // Visitors of the demonstration wait for what jobs do, such as sending their card.
    ...(seeds && { JOBS_EVERY_SECONDS: '5' }),
    ...process.env,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: migrationUrl,
    PORT: String(port),
    DATA_DIR,
    ...(typeof counterparts === 'string' ? {} : counterparts.bank),
    ...(await step('Build', build)),
  };
  await step('Tables', (report) => fill(seeds, env, report));
  // Building takes minutes: a program that took a port since would look like the server.
  await checkPorts(port);
  const [running, world] = await Promise.all([
    step('Server', () => startServer(env, port)),
    step('World', (report) => openWorld(counterparts, port, report)),
  ]);
  welcome({ port, seeded: seeds, world: world !== undefined, duration: elapsed(startedAt) });
  return { env, port, running, database: ownDatabase?.server, world };
}

/** Removes the mark that this folder's bank runs. */
export function closeBank() {
  fs.rmSync(OWN_PID_FILE, { force: true });
}

/** @param {Report} report */
async function checkMachine(report) {
  checkNode();
  const port = firstPort();
  const other = livingProcess(OWN_PID_FILE, 'libs/cli/');
  if (other) throw new CliError(`Bank PCS already runs from this folder (process ${other}). Stop it first.`);
  await Promise.all([stopLeftoverServer(), stopLeftoverWorld()]);
  await checkPorts(port);
  checkDiskSpace(!isInstalled());
  fs.mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  fs.writeFileSync(OWN_PID_FILE, `${process.pid}\n`, { mode: 0o600 });
  report(`Node ${process.versions.node}, ports ${port} to ${port + PORTS - 1} are free`);
  return port;
}

/** @param {Report} report */
export async function install(report) {
  if (isInstalled()) return report('installed');
  await installDependencies();
  report('installed by npm ci');
}

/** @param {Report} report */
async function openDatabase(report) {
  const database = await startPrivateDatabase(DATA_DIR);
  report(`private MariaDB, its data in ${path.relative(ROOT, DATA_DIR) || DATA_DIR}`);
  return database;
}

/** @param {Report} report */
async function nameDatabase(report) {
  const database = await checkNamedDatabase();
  report(`the one named by DATABASE_URL, at ${new URL(database.url).host}`);
  return database;
}

/**
 * One process for both commands: starting it takes longer than their work on an up-to-date database.
 * @param {boolean} seeds
 * @param {NodeJS.ProcessEnv} env
 * @param {Report} report
 */
async function fill(seeds, env, report) {
  await runServerCommands(seeds ? ['migrate', 'seed'] : ['migrate'], env);
  const demonstration = seeds
    ? 'with demonstration data'
    : 'no demonstration data on a named database (SEED_DEMO=1 adds it)';
  report(`up to date, ${demonstration}`);
}

/**
 * @param {Awaited<ReturnType<typeof worldVariables>>} counterparts
 * @param {number} port
 * @param {Report} report
 */
async function openWorld(counterparts, port, report) {
  if (typeof counterparts === 'string') return void report(counterparts);
  return { env: counterparts.world, running: await startWorld(counterparts.world, port) };
}

/** @param {{ port: number, seeded: boolean, world: boolean, duration: string }} started */
function welcome({ port, seeded, world, duration }) {
  const accounts = [
    'Demonstration accounts (name / password)',
    '  Administrators  admin / Admin-demo-1    sofia / Admin-demo-2',
    '  Customers       marie / Client-demo-1   paul / Client-demo-2',
    '',
  ];
  const lines = [
    '',
    `Bank PCS is ready after ${duration}.`,
    '',
    `  Customer site  http://localhost:${port}`,
    `  Back-office    http://localhost:${port + 1}`,
    `  Partner site   http://localhost:${port + 2}`,
    `  Widgets        http://localhost:${port + 3}`,
    ...(world ? [`  The world      ${worldAddress(port)}   (made-up banks, people and shops)`] : []),
    '',
    ...(seeded ? accounts : []),
    `The server's log: ${BFF_LOG}`,
    ...(world ? [`The world's log:  ${WORLD_LOG}`] : []),
    'Press Ctrl-C to stop.',
  ];
  console.log(lines.join('\n'));
}
