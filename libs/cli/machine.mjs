import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { CliError } from './progress.mjs';
import { DATA_DIR, ROOT } from './paths.mjs';

const GIGABYTE = 1024 ** 3;
/** The size of dependencies, builds and database after the first run. */
const FIRST_RUN_BYTES = 2 * GIGABYTE;
const LATER_RUN_BYTES = 0.2 * GIGABYTE;
const OLDEST_NODE = [20, 19];

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new CliError(
    `Bank PCS needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`,
  );
}

/** @param {boolean} firstRun */
export function checkDiskSpace(firstRun) {
  requireSpace(ROOT, firstRun ? FIRST_RUN_BYTES : LATER_RUN_BYTES);
  requireSpace(existingParent(DATA_DIR), LATER_RUN_BYTES);
}

/**
 * @param {string} folder
 * @param {number} needed bytes
 */
function requireSpace(folder, needed) {
  const { bavail, bsize } = fs.statfsSync(folder);
  const inGigabytes = (/** @type {number} */ bytes) => (bytes / GIGABYTE).toFixed(1);
  if (bavail * bsize >= needed) return;
  throw new CliError(
    `The disk is too full: ${inGigabytes(bavail * bsize)} GB free at ${folder}, ${inGigabytes(needed)} GB needed.`,
  );
}

/** @param {string} folder @returns {string} */
const existingParent = (folder) => (fs.existsSync(folder) ? folder : existingParent(path.dirname(folder)));

/** How many consecutive ports the bank listens on; the last is the world's. */
export const PORTS = 5;

/** The first of the ports, from PORT. */
export function firstPort() {
  const text = process.env.PORT || '3000';
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_531) return port;
  throw new CliError(`PORT=${text} is not a usable port: give a number between 1024 and 65531.`);
}

/** @param {number} port the first one */
export async function checkPorts(port) {
  for (let candidate = port; candidate < port + PORTS; candidate += 1) {
    const problem = await portProblem(candidate);
    if (!problem) continue;
    const reason = problem === 'EACCES' ? 'may not be opened by this account' : 'is already in use';
    throw new CliError(
      `Port ${candidate} ${reason}. Stop what uses it, or choose other ports: PORT=4000 npm start`,
    );
  }
}

/**
 * Tries all addresses and the loopback: a server bound to only one of them also blocks the port.
 * @param {number} port
 * @returns {Promise<string | null>} the error's code
 */
export async function portProblem(port) {
  for (const host of [undefined, '127.0.0.1']) {
    const problem = await new Promise((resolve) => {
      const server = net.createServer();
      server.once('error', (error) =>
        resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message),
      );
      server.listen({ port, host }, () => server.close(() => resolve(null)));
    });
    if (problem) return problem;
  }
  return null;
}

/** Folders of programs that PATH often lacks: servers on Linux, Homebrew and MacPorts on macOS. */
const USUAL_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/local/bin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/mariadb/bin',
  '/opt/local/bin',
];

/**
 * The first executable program of these names.
 * @param {string[]} names
 * @returns {string | null}
 */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), ...USUAL_FOLDERS];
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (isProgram(file)) return file;
    }
  }
  return null;
}

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Only on Debian-based systems, as root. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== null;
}
