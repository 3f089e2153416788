import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { closeBank, openBank } from './bank.mjs';
import { ROOT } from './paths.mjs';
import { launch, runVisibly, supervise } from './processes.mjs';
import { CliError, explain } from './progress.mjs';
import { startServer } from './server.mjs';
import { listTargets } from './targets.mjs';
import { startWorld } from './world.mjs';

/** The process of the compilers, while it runs. @type {import('./processes.mjs').Child | undefined} */
let watcher;

/** Called for each build of the server or the world after the first. @type {(name: string) => void} */
let onBuilt = () => {};

const { values, positionals: chosen } = parseArgs({
  options: { registry: { type: 'string' } },
  allowPositionals: true,
});

/**
 * Every host and the remotes named after `npm run dev --` (all by default) are watched. The others are built, or come
 * from the bank that `--registry` names.
 */
function chooseTargets() {
  const names = listTargets().map(({ name }) => name);
  const unknown = chosen.find((wanted) => !names.some((name) => path.basename(name) === wanted));
  if (unknown)
    throw new CliError(
      `There is no app called ${unknown}. There are: ${names.map((name) => path.basename(name)).join(', ')}.`,
    );
  const isWatched = (/** @type {string} */ name) =>
    chosen.length === 0 || !name.startsWith('remotes/') || chosen.includes(path.basename(name));
  const isElsewhere = (/** @type {string} */ name) => Boolean(values.registry) && name.startsWith('remotes/');
  const built = names.filter((name) => !isWatched(name) && !isElsewhere(name));
  return { watched: names.filter(isWatched), built };
}

/**
 * Starts the watching compilers and waits for the first build of each.
 * @returns {Promise<NodeJS.ProcessEnv>} variables for the server
 */
async function watch() {
  const { watched, built } = chooseTargets();
  if (
    built.length > 0 &&
    (await runVisibly('The build', process.execPath, ['libs/cli/build.mjs', ...built], { cwd: ROOT }))
  ) {
    throw new CliError('Nothing was started.');
  }
  const child = await launch('The watch', process.execPath, ['libs/cli/watch.mjs', ...watched], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  watcher = child;
  const ready = new Promise((resolve) => {
    child.process.on('message', (/** @type {import('./watch.mjs').Message} */ message) => {
      if ('built' in message) onBuilt(message.built);
      else resolve(message);
    });
  });
  const ended = child.exited.then(() => {
    throw new CliError('Nothing was started.');
  });
  return Promise.race([ready, ended]);
}

/** @returns {Promise<NodeJS.ProcessEnv>} */
async function watchAll() {
  if (values.registry && !URL.canParse(values.registry))
    throw new CliError('--registry takes the address of a bank, such as https://bank.example.');
  const told = await watch();
  return values.registry ? { ...told, DEV_REGISTRY: new URL(values.registry).origin } : told;
}

/** @returns {Promise<never>} */
async function dev() {
  const { env, port, running, database, world } = await openBank('development', watchAll);
  let server = running.server;
  let worldRuns = world?.running;
  let restarts = Promise.resolve();
  const restart = async (/** @type {string} */ name) => {
    if (name === 'bff') {
      await server.stop();
      ({ server } = await startServer(env, port));
      console.log('The server runs its new build.');
    } else if (world) {
      await worldRuns?.stop();
      worldRuns = await startWorld(world.env, port);
      console.log('The world runs its new build.');
    }
  };
  onBuilt = (name) => {
    // A failure is not fatal: the next build may succeed.
    restarts = restarts.then(() => restart(name)).catch((error) => console.error(explain(error)));
  };
  const watchEnd = watcher?.exited.then(() => 'The watch stopped by itself.');
  const databaseEnd = database?.exited.then(() => 'MariaDB stopped by itself.');
  throw new CliError(String(await Promise.race([watchEnd, databaseEnd ?? watchEnd])));
}

void supervise(dev, closeBank);
