import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { CliError } from './progress.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/**
 * Whether node_modules matches package-lock.json. npm writes its copy of the lock file there last, so that an interrupted
 * installation does not match.
 */
export function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const wanted = readPackages('package-lock.json');
  if (!wanted)
    throw new CliError('package-lock.json is missing: this folder is not a whole copy of the repository.');
  if (!installed) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    const found = installed[name];
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true;
    // Packages for other systems are listed as optional and not installed.
    if (!found) return Boolean(entry.optional);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** npm ignores SIGTERM for a while; a partial installation is detected and repeated, ms. */
const NPM_STOP_MS = 500;

/** Installs the locked dependencies of a folder. */
export async function installDependencies(folder = ROOT) {
  // Builds need the development dependencies, which NODE_ENV=production would omit. The five packages with scripts of their own
  // come built: the scripts look whether that is so, ask for money or report the installation to a third party.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const { code, stdout, stderr } = await run('npm', 'npm', args, { cwd: folder, graceMs: NPM_STOP_MS });
  if (code === 0) return;
  const log = (stderr + stdout).trim().split('\n').slice(0, 12).join('\n');
  throw new CliError(`npm ci failed; the dependencies are not installed.\n${log}`);
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
  // Not interrupted: a stopped dpkg leaves a broken package database.
  const { code, stderr } = await run(
    'apt-get',
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    {
      env,
      stopSignal: null,
    },
  );
  if (code !== 0) throw new CliError(`apt-get could not install ${packages.join(' ')}:\n${stderr.trim()}`);
}
