import process from 'node:process';
import { installPackages } from './install.mjs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly } from './processes.mjs';
import { CliError } from './progress.mjs';

const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Headless Chromium opens pages three times as fast; Debian packages it separately. */
const SHELL = 'chromium-headless-shell';

/**
 * Finds a browser for the tests: the machine's, one from apt-get, or Playwright's.
 * @returns {Promise<string | undefined>} its path; undefined for Playwright's
 */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (canInstallPackages()) {
    if (!findProgram(FULL)) await installPackages(['chromium']);
    // Optional: not every distribution has the package.
    if (!findProgram([SHELL])) await installPackages([SHELL]).catch(() => undefined);
  }
  const found = findProgram([SHELL, ...FULL]);
  if (found) return found;
  const code = await runVisibly('npx', 'npx', ['playwright-core', 'install', 'chromium'], { cwd: ROOT });
  if (code !== 0) throw new CliError('No browser: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  return undefined;
}
