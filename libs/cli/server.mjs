import path from 'node:path';
import process from 'node:process';
import { stopLeftover } from './leftovers.mjs';
import { BFF_COMMAND, BFF_MAIN, DATA_DIR, ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import { startProgram } from './program.mjs';
import { CliError } from './progress.mjs';

const logOf = (/** @type {string} */ folder) => path.join(folder, 'bff.log');
const pidFileOf = (/** @type {string} */ folder) => path.join(folder, 'bff.pid');
export const BFF_LOG = logOf(DATA_DIR);
/** Timeout of the start, ms. */
const READY_MS = 60_000;
/**
 * The C library would otherwise keep freed memory in an arena for each thread, up to eight per core. With more room for new
 * objects V8 copies fewer of them before they are garbage: half the time for it while jobs process thousands of accounts.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=32' };
/** How long a stopping server may take to finish its requests, ms. */
const STOP_MS = 10_000;

/** Stops the server of an earlier run that was killed, so that its ports are free again. */
export async function stopLeftoverServer() {
  await stopLeftover(pidFileOf(DATA_DIR), BFF_MAIN, STOP_MS);
}

/**
 * Runs commands of the server (migrate, seed) in sequence, in one process.
 * @param {string[]} commands with their options behind them
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [root] of the server that has them
 */
export async function runServerCommands(commands, env, root = ROOT) {
  const options = commands.findIndex((each) => each.startsWith('--'));
  const name = commands.slice(0, options < 0 ? undefined : options).join(' and ');
  const { code, stdout, stderr } = await run(
    name,
    process.execPath,
    [within(root, BFF_COMMAND), ...commands],
    {
      cwd: root,
      env,
    },
  );
  if (code !== 0)
    throw new CliError(`Command ${name} failed: ${(stderr || stdout).trim() || `exit code ${code}`}`);
  return stdout.trim();
}

/**
 * Starts the server and waits until it is ready.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 * @param {string} [folder] of its log and its pid file
 * @param {string} [root] of a server of another version
 */
export async function startServer(env, port, folder = DATA_DIR, root = ROOT) {
  const { program, errors } = await startProgram('The server', {
    main: within(root, BFF_MAIN),
    cwd: root,
    env: { ...MEMORY, ...env },
    logFile: logOf(folder),
    pidFile: pidFileOf(folder),
    health: { address: `http://127.0.0.1:${port}/api/health/ready`, status: 200 },
    patienceMs: READY_MS,
    graceMs: STOP_MS,
  });
  return { server: program, errors };
}

/** The same file below another root. @param {string} root @param {string} file */
const within = (root, file) => path.join(root, path.relative(ROOT, file));
