import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './paths.mjs';

/**
 * @typedef {{ name: string, ms: number }} TimedTest
 * @typedef {object} Results of one runner
 * @property {number} passed
 * @property {number} failed skipped tests included: it is unknown whether they would pass
 * @property {TimedTest[]} tests
 * @property {string[]} retried what passed at its second try; counted as failed in CI
 */

/** A part that could not do its work at all. @type {Results} */
export const CRASHED = { passed: 0, failed: 1, tests: [], retried: [] };

/** How many of the slowest tests are printed. */
const SLOWEST = 10;

/**
 * @param {string} file what Jest's `--json` wrote
 * @param {number} code Jest's exit code
 * @returns {Results}
 */
export function jestResults(file, code) {
  const results = readJson(file);
  if (!results) return CRASHED;
  const tests = results.testResults.flatMap((/** @type {any} */ suite) =>
    suite.assertionResults.map((/** @type {any} */ test) => ({
      name: `${path.relative(ROOT, suite.name)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
  const { numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = results;
  const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
  return settle(code, { passed: results.numPassedTests, failed, tests, retried: [] });
}

/**
 * @param {string} file what Playwright's JSON reporter wrote
 * @param {number} code Playwright's exit code
 * @returns {Results}
 */
export function playwrightResults(file, code) {
  const results = readJson(file);
  if (!results) return CRASHED;
  const specs = results.suites.flatMap(specsOf);
  const tests = specs.map(({ name, test }) => ({
    name,
    ms: test.results.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration,
      0,
    ),
  }));
  const retried = specs.filter(({ test }) => test.status === 'flaky').map(({ name }) => name);
  const { expected, unexpected, flaky, skipped } = results.stats;
  const failedRetries = process.env.CI ? flaky : 0;
  const failed = unexpected + skipped + results.errors.length + failedRetries;
  return settle(code, { passed: expected + flaky - failedRetries, failed, tests, retried });
}

/**
 * @param {any} suite
 * @param {string} [within]
 * @returns {{ name: string, test: any }[]}
 */
function specsOf(suite, within = '') {
  const title = within ? `${within} › ${suite.title}` : `tests/web/${suite.title}`;
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({ name: `${title} › ${spec.title}`, test })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => specsOf(inner, title))];
}

/**
 * A runner that exits with an error, or ran no test, has failed even when each of its tests passed.
 * @param {number} code
 * @param {Results} results
 * @returns {Results}
 */
function settle(code, results) {
  const hasFailed = results.failed === 0 && (code !== 0 || results.passed === 0);
  return hasFailed ? { ...results, failed: 1 } : results;
}

/** Prints the slowest tests, those that needed a second try, and the totals. @param {Results[]} all */
export function printSummary(all) {
  const slowest = all.flatMap(({ tests }) => tests).sort((left, right) => right.ms - left.ms);
  if (slowest.length > 0) console.log(`\nThe slowest tests:`);
  for (const { name, ms } of slowest.slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  const retried = all.flatMap((results) => results.retried);
  if (retried.length > 0)
    console.log(`\nPassed at the second try${process.env.CI ? ', counted as failed' : ''}:`);
  for (const name of retried) console.log(`  ${name}`);
  const total = (/** @type {'passed' | 'failed'} */ count) => all.reduce((sum, part) => sum + part[count], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}

/** @param {string} file */
function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}
