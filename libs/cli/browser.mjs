import process from 'node:process';
import { installPackages } from './install.mjs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly } from './processes.mjs';
import { Failure } from './progress.mjs';

const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without a window, which opens pages three times as quickly; Debian has it as a package of its own. */
const SHELL = 'chromium-headless-shell';

/**
 * A browser for the tests: the machine's, or one from apt-get, or Playwright's own.
 * @returns {Promise<string | undefined>} its path; undefined for Playwright's own
 */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (canInstallPackages()) {
    if (!findProgram(FULL)) await installPackages(['chromium']);
    // Not every distribution has it, and everything runs without.
    if (!findProgram([SHELL])) await installPackages([SHELL]).catch(() => undefined);
  }
  const found = findProgram([SHELL, ...FULL]);
  if (found) return found;
  const code = await runVisibly('npx', 'npx', ['playwright', 'install', 'chromium'], { cwd: ROOT });
  if (code !== 0) throw new Failure('No browser: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  return undefined;
}
