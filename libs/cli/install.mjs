import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Failure } from './progress.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own copy of the lock file there as
 * the very last act of an installation, so an interrupted one is seen too.
 */
export function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const wanted = readPackages('package-lock.json');
  if (!wanted)
    throw new Failure('package-lock.json is missing: this folder is not a whole copy of the repository.');
  if (!installed) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    const found = installed[name];
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true;
    // Packages for other systems are listed, optional, and never installed.
    if (!found) return Boolean(entry.optional);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** npm goes on working after SIGTERM; what it leaves half-done is seen, and done again, ms. */
const NPM_STOP_MS = 500;

/** Installs the dependencies exactly as locked. */
export async function installDependencies() {
  // The types, the build tools and the tests are development dependencies: NODE_ENV=production must not omit them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, stdout, stderr } = await run('npm', 'npm', args, { cwd: ROOT, graceMs: NPM_STOP_MS });
  if (code === 0) return;
  const log = (stderr + stdout).trim().split('\n').slice(0, 12).join('\n');
  throw new Failure(`npm ci failed; the dependencies are not installed.\n${log}`);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Debian packages, installed by apt-get. @param {string[]} packages */
export async function installPackages(packages) {
  console.log(`      Installing ${packages.join(' and ')} with apt-get, once …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', 'apt-get', ['update', '-qq'], { env });
  // Stopping dpkg half-way would leave the machine's package database broken: it finishes its work.
  const { code, stderr } = await run(
    'apt-get',
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    {
      env,
      stopSignal: null,
    },
  );
  if (code !== 0) throw new Failure(`apt-get could not install ${packages.join(' ')}:\n${stderr.trim()}`);
}
