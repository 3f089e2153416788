import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { requireBackupPrograms } from './backup-tools.mjs';
import { install } from './bank.mjs';
import { findBrowser } from './browser.mjs';
import { check } from './checks.mjs';
import { requireBalancer } from './cluster/balancers.mjs';
import { startPrivateDatabase } from './database.mjs';
import { canInstallPackages, checkDiskSpace, checkNode, findProgram } from './machine.mjs';
import { installDependencies, installPackages, isInstalled } from './install.mjs';
import { ROOT } from './paths.mjs';
import { runVisibly, supervise } from './processes.mjs';
import { CliError, elapsed, explain, stepper } from './progress.mjs';
import { SHORT_RUN } from './short-run.mjs';
import { crashed, jestResults, playwrightResults, printSummary } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Results} Results */

const KINDS = ['check', 'unit', 'api', 'web'];
/** Also runs the long matrices: browser tests with the tag `@matrix`, and what asks for `TEST_ALL`. */
const ALL = '--all';

/** The kinds that install tools of their own for `--all`, one entry for each tool. */
const TOOLS_OF = ['unit', 'api', 'web', 'web'];

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
  if (unknown) throw new CliError(`There are no tests called ${unknown}. There are: ${KINDS.join(', ')}.`);
  const kinds = KINDS.filter((kind) => chosen.length === 0 || chosen.includes(kind));
  const results = [...(await prepare(kinds)), ...(await runKinds(kinds))];
  printSummary(results);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** @param {string[]} kinds */
const needsServer = (kinds) => kinds.includes('api') || kinds.includes('web');

/**
 * What the chosen tests need. A part that fails counts, and does not keep the other tests from running.
 * @param {string[]} kinds
 * @returns {Promise<Results[]>}
 */
async function prepare(kinds) {
  const runsServer = needsServer(kinds);
  const steps = stepper(
    (runsServer ? 4 : 2) + (env.TEST_ALL ? TOOLS_OF.filter((kind) => kinds.includes(kind)).length : 0),
  );
  checkNode();
  checkDiskSpace(!isInstalled());
  /** @type {Results[]} */
  const failures = [];
  const attempt = (/** @type {string} */ title, /** @type {() => Promise<void>} */ work) =>
    steps(title, work).catch((error) => {
      const message = explain(error);
      console.error(message);
      failures.push(crashed(title, message));
    });
  await Promise.all([steps('Dependencies', install), runsServer && attempt('Database', openDatabase)]);
  if (env.TEST_ALL && kinds.includes('unit')) await attempt('Alert rules', findPromtool);
  if (env.TEST_ALL && kinds.includes('api')) await attempt('Backups and failover', findRehearsalTools);
  if (env.TEST_ALL && kinds.includes('web')) {
    await attempt('Lighthouse', () => installTool('lighthouse'));
    await attempt('Package registry', () => installTool('registry'));
  }
  if (!runsServer) return failures;
  // The browser is downloaded while the build computes.
  const browser =
    kinds.includes('web') &&
    attempt('Browser', async () => {
      Object.assign(env, { CHROMIUM_PATH: await findBrowser() });
    });
  const build = attempt('Build', async () => {
    const code = await runVisibly('The build', process.execPath, ['libs/cli/build.mjs'], { cwd: ROOT });
    if (code !== 0) throw new CliError('The build failed; the tests below may run an older one.');
  });
  await Promise.all([build, browser]);
  return failures;
}

/** A private database for all tests of this run. */
async function openDatabase() {
  const { adminUrl } = await startPrivateDatabase(temporary, { forTests: true });
  Object.assign(env, { TEST_DATABASE_ADMIN_URL: adminUrl });
}

/** Prometheus' tool tests the alert rules. */
async function findPromtool() {
  if (!findProgram(['promtool']) && canInstallPackages()) await installPackages(['prometheus']);
  const found = findProgram(['promtool']);
  if (!found) throw new CliError('The alert rules are not tested: install Prometheus, which has promtool.');
  Object.assign(env, { PROMTOOL: found });
}

/** Each is large, and no other command needs it. @param {'lighthouse' | 'registry'} tool */
const installTool = (tool) => installDependencies(path.join(ROOT, 'tests', tool));

/** A restore is rehearsed with MariaDB's own tools, a failover with HAProxy. */
async function findRehearsalTools() {
  await requireBackupPrograms();
  await requireBalancer();
  Object.assign(env, { MARIADB_BACKUP: '1' });
}

/**
 * @param {string[]} kinds
 * @returns {Promise<Results[]>}
 */
async function runKinds(kinds) {
  /** @type {Record<string, () => Promise<Results>>} */
  const runners = {
    check: async () => check({ isBuilt: needsServer(kinds) }),
    unit: () => jest(['unit', 'bff']),
    // They wait for servers more than they compute.
    api: () => jest(['api', 'world'], Math.min(4, os.availableParallelism() + 2)),
    web: playwright,
  };
  const results = [];
  for (const kind of kinds) {
    console.log(`\n--- ${kind} ---`);
    const startedAt = Date.now();
    const result = await runners[kind]?.();
    if (result) results.push(result);
    console.log(`--- ${kind}: ${elapsed(startedAt)} ---`);
  }
  return results;
}

/**
 * @param {string[]} projects
 * @param {number} [workers] by default as many as configured
 * @returns {Promise<Results>}
 */
async function jest(projects, workers) {
  const outputFile = path.join(temporary, `jest-${projects[0]}.json`);
  const args = ['--selectProjects', ...projects, '--json', `--outputFile=${outputFile}`, '--ci'];
  if (workers) args.push(`--maxWorkers=${workers}`);
  // Its workers inherit the options.
  const program = [...SHORT_RUN, 'node_modules/jest/bin/jest.js'];
  const code = await runVisibly('Jest', process.execPath, [...program, ...args], { cwd: ROOT, env });
  return jestResults(outputFile, code);
}

/** @returns {Promise<Results>} */
async function playwright() {
  const matrices = env.TEST_ALL ? [] : ['--grep-invert', '@matrix'];
  const outputFile = path.join(temporary, 'playwright.json');
  const code = await runVisibly(
    'Playwright',
    process.execPath,
    // Its workers inherit the options.
    [...SHORT_RUN, 'node_modules/@playwright/test/cli.js', 'test', ...matrices],
    {
      cwd: ROOT,
      env: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: outputFile,
        // By the content of the sources, so it outlasts the run.
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(ROOT, '.cache/playwright'),
      },
      // At SIGTERM Playwright leaves its browsers behind, at SIGINT it closes them.
      stopSignal: 'SIGINT',
    },
  );
  return playwrightResults(outputFile, code);
}

void supervise(testAll, () => fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
