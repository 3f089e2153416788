import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopLeftover } from './leftovers.mjs';
import { BFF_COMMAND, BFF_MAIN, DATA_DIR, ROOT } from './paths.mjs';
import { launch, run } from './processes.mjs';
import { CliError } from './progress.mjs';

const logOf = (/** @type {string} */ folder) => path.join(folder, 'bff.log');
const pidFileOf = (/** @type {string} */ folder) => path.join(folder, 'bff.pid');
export const BFF_LOG = logOf(DATA_DIR);
/** A larger log is rotated at the next start, bytes. */
const LOG_BYTES = 20 * 1024 * 1024;
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
  const logFile = logOf(folder);
  const logStart = openLog(logFile);
  const log = fs.openSync(logFile, 'a');
  const server = await launch('The server', process.execPath, [within(root, BFF_MAIN)], {
    cwd: root,
    env: { ...MEMORY, ...env },
    stdio: ['ignore', log, log],
    graceMs: STOP_MS,
    pidFile: pidFileOf(folder),
  });
  fs.closeSync(log);
  let ended = false;
  void server.exited.then(() => (ended = true));
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(50)) {
    if (ended) throw new CliError(`The server stopped while starting.\n${logErrors(logFile, logStart)}`);
    if (await isReady(port)) return { server, errors: () => logErrors(logFile, logStart) };
  }
  throw new CliError(
    `The server was not ready within ${READY_MS / 1000} s.\n${logErrors(logFile, logStart)}`,
  );
}

/** The same file below another root. @param {string} root @param {string} file */
const within = (root, file) => path.join(root, path.relative(ROOT, file));

/** @param {number} port */
async function isReady(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(2000),
    });
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * The offset at which this run's lines begin; a log that grew large is set aside.
 * @param {string} file
 */
export function openLog(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const size = fs.existsSync(file) ? fs.statSync(file).size : 0;
  if (size <= LOG_BYTES) return size;
  fs.renameSync(file, `${file}.old`);
  return 0;
}

/**
 * The last errors of this run: JSON lines of level 50 (error) and above, and lines that are not JSON, such as a stack.
 * @param {string} file
 * @param {number} from
 */
export function logErrors(file, from) {
  const lines = fs.readFileSync(file).subarray(from).toString('utf8').split('\n').filter(Boolean);
  const errors = lines.map(errorText).filter(Boolean).slice(-15);
  return [...errors, `Its whole log: ${file}`].join('\n');
}

/** @param {string} line */
function errorText(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    return level >= 50 ? [msg, err?.message].filter(Boolean).join(': ') : '';
  } catch {
    return line;
  }
}
