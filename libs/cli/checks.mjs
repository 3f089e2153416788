import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { CACHE_DIR, ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import { elapsed } from './progress.mjs';

/** Parts that run at once: one per core of a small machine. */
const PARALLEL = 2;

const program = (/** @type {string} */ file) => path.join(ROOT, 'node_modules', file);
/** One checker: several on two cores check what they share several times. */
const types = (/** @type {string} */ project) => [
  program('typescript7/bin/tsc'),
  '-p',
  project,
  '--checkers',
  '1',
];
/** The compiler of types is a program of Go, which by default collects garbage four times as often. */
const env = { ...process.env, GOGC: '400' };

const WEIGHTS = 'weight of the entries';

/** The longest first. @type {Record<string, string[]>} */
const PARTS = {
  'surface of the libraries': ['libs/cli/surface.mjs', '--check'],
  boundaries: ['libs/cli/boundaries.mjs'],
  lint: [program('oxlint/bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives'],
  format: [program('oxfmt/bin/oxfmt'), '--check'],
  'compose file': [program('dclint/bin/dclint.cjs'), '--max-warnings=0', 'compose.yaml'],
  // Its build fails above 3 KB.
  'weight of the loader': ['libs/cli/build.mjs', 'libs/embed'],
  [WEIGHTS]: ['libs/cli/weigh.mjs'],
  'types of the screens': types('tsconfig.json'),
  'types of the server': types('bff/tsconfig.json'),
};

/**
 * Runs all static checks of the sources.
 * @param {{ isBuilt?: boolean }} [options] whether everything is built, so that every entry can be weighed
 * @returns {Promise<import('./test-results.mjs').Results>}
 */
export async function check({ isBuilt = false } = {}) {
  fs.mkdirSync(CACHE_DIR, { recursive: true });
  const queue = Object.entries(PARTS);
  /** @type {import('./test-results.mjs').Results} */
  const results = { passed: 0, failed: 0, tests: [], failures: [], retried: [] };
  const worker = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const [name, recipe] = part;
      const args = isBuilt && name === WEIGHTS ? [...recipe, '--all'] : recipe;
      const startedAt = Date.now();
      const { code, stdout, stderr } = await run(name, process.execPath, args, { cwd: ROOT, env });
      results[code === 0 ? 'passed' : 'failed'] += 1;
      console.log(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${elapsed(startedAt)})`);
      if (code === 0) continue;
      const message = `${stderr}${stdout}`;
      console.log(message);
      results.failures.push({ name, message });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
