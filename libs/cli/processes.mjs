import { spawn } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { commandLine, parentOf } from './leftovers.mjs';
import { CliError, explain, surviveClosedOutput } from './progress.mjs';

/**
 * @typedef {object} Child
 * @property {string} name
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<{ code: number | null, signal: string | null }>} exited
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} LaunchOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {NodeJS.Signals | null} [stopSignal] SIGTERM by default; null lets the child finish
 * @property {number} [graceMs] after which a stopping child is killed
 * @property {string} [pidFile] lets the next run stop the child if this process is killed
 */

/** Running children in the order of their start: each depends on those before it. @type {Set<Child>} */
const children = new Set();
let stopping = false;

const GRACE_MS = 10_000;

/**
 * Ends a child's process group when this process ends, even by SIGKILL: its standard input, held open here, then closes.
 */
const GUARD = `read -r _
kill -s TERM -- "-$1" || exit
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; kill -s 0 -- "-$1" || exit; done
kill -s KILL -- "-$1"`;

/**
 * Starts a child in its own process group, so that Ctrl-C reaches this process only, which stops the children in order.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {LaunchOptions} [options]
 * @returns {Promise<Child>}
 */
export async function launch(name, command, args, options = {}) {
  if (stopping) throw new CliError('Stopped.');
  const { cwd, env, stdio, pidFile, graceMs = GRACE_MS, stopSignal = 'SIGTERM' } = options;
  const child = spawn(command, args, { cwd, env, stdio, detached: true });
  const { pid } = child;
  if (!pid) {
    const error = await new Promise((resolve) => child.once('error', resolve));
    throw new CliError(`${name} could not be started: ${error.message}.`);
  }
  const guard = guardGroup(pid);
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      children.delete(record);
      guard.kill('SIGKILL');
      signalGroup(pid, 'SIGKILL');
      if (pidFile) fs.rmSync(pidFile, { force: true });
      resolve({ code, signal });
    });
  });
  const stop = async () => {
    if (!children.has(record)) return;
    if (!stopSignal) return void (await exited);
    signalGroup(pid, stopSignal);
    const killer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    await exited;
    clearTimeout(killer);
  };
  /** @type {Child} */
  const record = { name, pid, process: child, exited, stop };
  children.add(record);
  if (pidFile) fs.writeFileSync(pidFile, `${pid}\n`, { mode: 0o600 });
  return record;
}

/** @param {number} pid the leader of the guarded group */
function guardGroup(pid) {
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin.on('error', () => {});
  return guard;
}

/**
 * Runs a child to its end and returns its output; `stream` also prints it.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {LaunchOptions & { stream?: boolean }} [options]
 */
export async function run(name, command, args, options = {}) {
  const child = await launch(name, command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.process.stdout?.on('data', (chunk) => {
    stdout += chunk;
    if (options.stream) process.stdout.write(chunk);
  });
  child.process.stderr?.on('data', (chunk) => {
    stderr += chunk;
    if (options.stream) process.stderr.write(chunk);
  });
  const closed = new Promise((resolve) => child.process.once('close', resolve));
  const { code, signal } = await child.exited;
  await closed;
  return { code, signal, stdout, stderr };
}

/**
 * Runs a child whose output goes straight to the terminal.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {LaunchOptions} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runVisibly(name, command, args, options = {}) {
  const child = await launch(name, command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  const { code } = await child.exited;
  return code ?? 1;
}

/** Stops every child, the latest first: the server before its database. */
async function stopAll() {
  stopping = true;
  while (children.size > 0) await [...children].at(-1)?.stop();
}

/**
 * Runs a command's main function. Prints one sentence for a failure and leaves no child behind. A second Ctrl-C has no
 * effect.
 * @param {() => Promise<number>} main returns the exit code
 * @param {() => Promise<void> | void} [cleanUp] runs after the children have stopped
 */
export async function supervise(main, cleanUp = () => {}) {
  surviveClosedOutput();
  /** @type {Promise<number>} */
  const interrupted = new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        if (!stopping) console.log('\nStopping …');
        stopping = true;
        resolve(130);
      });
    }
    whenNpmIsGone(() => resolve(130));
  });
  const finished = main().catch((error) => {
    if (!stopping) console.error(`\n${explain(error)}`);
    return 1;
  });
  const code = await Promise.race([finished, interrupted]);
  await stopAll();
  await cleanUp();
  process.exit(code);
}

/** How often to check that npm still runs, ms. */
const NPM_CHECK_MS = 1000;

/**
 * npm forwards signals, except its own SIGKILL. It is the parent process, or the parent of a shell between.
 * @param {() => void} then
 */
function whenNpmIsGone(then) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = [process.ppid, parentOf(process.ppid)].find((pid) => isNpm(pid));
  if (npm) setInterval(() => isNpm(npm) || then(), NPM_CHECK_MS).unref();
}

/** @param {number} pid */
const isNpm = (pid) => /\bnpm\b/.test(commandLine(pid));

/**
 * @param {number} pid the group's leader
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}
