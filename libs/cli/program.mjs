import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from './processes.mjs';
import { CliError } from './progress.mjs';

/** A larger log is rotated at the next start, bytes. */
const LOG_BYTES = 20 * 1024 * 1024;

/**
 * @typedef {object} Program
 * @property {string} main its file
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} logFile
 * @property {string} pidFile
 * @property {{ address: string, status: number }} health what answers with which status once it is ready
 * @property {number} patienceMs
 * @property {number} graceMs how long it may take to stop
 */

/**
 * Starts a program of this repository and waits until it is ready. @throws CliError with its last errors.
 * @param {string} name as it begins a sentence
 * @param {Program} options
 */
export async function startProgram(name, { main, cwd, env, logFile, pidFile, health, patienceMs, graceMs }) {
  const logStart = openLog(logFile);
  const log = fs.openSync(logFile, 'a');
  const program = await launch(name, process.execPath, [main], {
    cwd,
    env,
    stdio: ['ignore', log, log],
    graceMs,
    pidFile,
  });
  fs.closeSync(log);
  const errors = () => logErrors(logFile, logStart);
  let ended = false;
  void program.exited.then(() => (ended = true));
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
    if (ended) throw new CliError(`${name} stopped while starting.\n${errors()}`);
    if (await isReady(health)) return { program, errors };
  }
  throw new CliError(`${name} was not ready within ${patienceMs / 1000} s.\n${errors()}`);
}

/** @param {Program['health']} health */
const isReady = ({ address, status }) =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.status === status,
    () => false,
  );

/**
 * The offset at which this run's lines begin; a log that grew large is set aside.
 * @param {string} file
 */
function openLog(file) {
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
function logErrors(file, from) {
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
