import process from 'node:process';
import { installPackages } from './install.mjs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly } from './processes.mjs';
import { Failure } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A browser for the tests: the machine's, or one from apt-get, or Playwright's own.
 * @returns {Promise<string | undefined>} its path; undefined for Playwright's own
 */
export async function findBrowser() {
  const found = process.env.CHROMIUM_PATH ?? findProgram(NAMES);
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(['chromium']);
    return findProgram(NAMES) ?? undefined;
  }
  const code = await runVisibly('npx', 'npx', ['playwright', 'install', 'chromium'], { cwd: ROOT });
  if (code !== 0) throw new Failure('No browser: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  return undefined;
}
