import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { install } from './bank.mjs';
import { findBrowser } from './browser.mjs';
import { check } from './checks.mjs';
import { startPrivateDatabase } from './database.mjs';
import { checkDiskSpace, checkNode } from './machine.mjs';
import { isInstalled } from './install.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { Failure, explain, stepper } from './progress.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */

const KINDS = ['check', 'unit', 'api', 'web'];
/** Also runs the long matrices: browser tests with the tag `@matrix`, and what asks for `TEST_ALL`. */
const ALL = '--all';
/** A part that could not do its work at all. @type {Counts} */
const CRASHED = { passed: 0, failed: 1 };

/** Holds everything temporary of this run (also of the browser and of Jest), so that one removal leaves nothing. */
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-tests-'));
const env = {
  ...process.env,
  TMPDIR: temporary,
  TEST_ALL: process.argv.includes(ALL) ? '1' : '',
};

/** @returns {Promise<number>} the exit code */
async function testAll() {
  const chosen = process.argv.slice(2).filter((argument) => argument !== ALL);
  const unknown = chosen.find((kind) => !KINDS.includes(kind));
  if (unknown) throw new Failure(`There are no tests called ${unknown}. There are: ${KINDS.join(', ')}.`);
  const kinds = KINDS.filter((kind) => chosen.length === 0 || chosen.includes(kind));
  const total = { passed: 0, failed: 0 };
  for (const counts of [...(await prepare(kinds)), ...(await runKinds(kinds))]) {
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {string[]} kinds */
const needsServer = (kinds) => kinds.includes('api') || kinds.includes('web');

/**
 * What the chosen tests need. A part that fails counts, and does not keep the other tests from running.
 * @param {string[]} kinds
 * @returns {Promise<Counts[]>}
 */
async function prepare(kinds) {
  const runsServer = needsServer(kinds);
  const steps = stepper(runsServer ? 4 : 2);
  checkNode();
  checkDiskSpace(!isInstalled());
  await steps('Dependencies', install);
  /** @type {Counts[]} */
  const failures = [];
  const attempt = (/** @type {string} */ title, /** @type {() => Promise<void>} */ work) =>
    steps(title, work).catch((error) => {
      console.error(explain(error));
      failures.push(CRASHED);
    });
  if (!runsServer) return failures;
  await attempt('Build', async () => {
    const code = await runVisibly('The build', process.execPath, ['libs/cli/build.mjs'], { cwd: ROOT });
    if (code !== 0) throw new Failure('The build failed; the tests below may run an older one.');
  });
  await attempt('Database', async () => {
    const { adminUrl } = await startPrivateDatabase(temporary, { forTests: true });
    Object.assign(env, { TEST_DATABASE_ADMIN_URL: adminUrl });
  });
  if (!kinds.includes('web')) return failures;
  await attempt('Browser', async () => {
    Object.assign(env, { CHROMIUM_PATH: await findBrowser() });
  });
  return failures;
}

/**
 * @param {string[]} kinds
 * @returns {Promise<Counts[]>}
 */
async function runKinds(kinds) {
  /** @type {Record<string, () => Promise<Counts>>} */
  const runners = {
    check: () => check({ isBuilt: needsServer(kinds) }),
    unit: () => jest('unit', 'bff'),
    api: () => jest('api'),
    web: playwright,
  };
  const results = [];
  for (const kind of kinds) {
    console.log(`\n--- ${kind} ---`);
    const counts = await runners[kind]?.();
    if (counts) results.push(counts);
  }
  return results;
}

/**
 * @param {string[]} projects
 * @returns {Promise<Counts>}
 */
async function jest(...projects) {
  const outputFile = path.join(temporary, `jest-${projects[0]}.json`);
  const args = ['--selectProjects', ...projects, '--json', `--outputFile=${outputFile}`, '--ci'];
  const code = await runVisibly('Jest', process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    cwd: ROOT,
    env,
  });
  const results = readJson(outputFile);
  if (!results) return CRASHED;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
    results;
  return settle(
    code,
    numPassedTests,
    numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites,
  );
}

/** @returns {Promise<Counts>} */
async function playwright() {
  const matrices = env.TEST_ALL ? [] : ['--grep-invert', '@matrix'];
  const outputFile = path.join(temporary, 'playwright.json');
  const code = await runVisibly(
    'Playwright',
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...matrices],
    {
      cwd: ROOT,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: outputFile },
      // At SIGTERM Playwright leaves its browsers behind, at SIGINT it closes them.
      stopSignal: 'SIGINT',
    },
  );
  const results = readJson(outputFile);
  if (!results) return CRASHED;
  const { expected, unexpected, flaky, skipped } = results.stats;
  // What passed at its second try has passed; the list above it says which, and how the first try failed.
  return settle(code, expected + flaky, unexpected + skipped + results.errors.length);
}

/**
 * A runner that ends badly, or found nothing to run, has failed even when each of its tests passed.
 * @param {number} code
 * @param {number} passed
 * @param {number} failed skipped tests included: nobody knows whether they would pass
 */
function settle(code, passed, failed) {
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/** @param {string} file */
function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

void supervise(testAll, () => fs.rmSync(temporary, { recursive: true, force: true }));
