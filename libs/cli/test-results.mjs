import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './paths.mjs';

/**
 * @typedef {{ name: string, ms: number }} TimedTest
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {object} Results of one runner
 * @property {number} passed
 * @property {number} failed skipped tests included: it is unknown whether they would pass
 * @property {TimedTest[]} tests
 * @property {Failure[]} failures
 * @property {Failure[]} retried what passed at its second try; counted as failed in CI
 */

/**
 * A part that could not do its work at all.
 * @param {string} name
 * @param {string} message
 * @returns {Results}
 */
export const crashed = (name, message) => ({
  passed: 0,
  failed: 1,
  tests: [],
  failures: [{ name, message }],
  retried: [],
});

/** How many of the slowest tests are printed. */
const SLOWEST = 10;

/** How many lines of a failure are printed again at the end; all of them are where it failed. */
const FAILURE_LINES = 12;

const WROTE_NOTHING = 'ended without writing its results';

/**
 * @param {string} file what Jest's `--json` wrote
 * @param {number} code Jest's exit code
 * @returns {Results}
 */
export function jestResults(file, code) {
  const results = readJson(file);
  if (!results) return crashed('Jest', WROTE_NOTHING);
  const tests = results.testResults.flatMap((/** @type {any} */ suite) =>
    suite.assertionResults.map((/** @type {any} */ test) => ({
      name: `${path.relative(ROOT, suite.name)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
  const failures = results.testResults.flatMap(jestFailures);
  const { numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = results;
  const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
  return settle(code, { passed: results.numPassedTests, failed, tests, failures, retried: [] });
}

/** @param {any} suite @returns {Failure[]} */
function jestFailures(suite) {
  const file = path.relative(ROOT, suite.name);
  const failed = suite.assertionResults.filter((/** @type {any} */ test) => test.status !== 'passed');
  // A suite that could not run has a message and no test.
  if (failed.length === 0) return suite.status === 'failed' ? [{ name: file, message: suite.message }] : [];
  return failed.map((/** @type {any} */ test) => ({
    name: `${file} › ${test.fullName}`,
    message: test.failureMessages[0] ?? test.status,
  }));
}

/**
 * @param {string} file what Playwright's JSON reporter wrote
 * @param {number} code Playwright's exit code
 * @returns {Results}
 */
export function playwrightResults(file, code) {
  const results = readJson(file);
  if (!results) return crashed('Playwright', WROTE_NOTHING);
  const specs = results.suites.flatMap(specsOf);
  const tests = specs.map(({ name, test }) => ({
    name,
    ms: test.results.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration,
      0,
    ),
  }));
  const withStatus = (/** @type {string[]} */ ...statuses) =>
    specs
      .filter(({ test }) => statuses.includes(test.status))
      .map(({ name, test }) => ({ name, message: playwrightError(test) }));
  const failures = [
    ...results.errors.map((/** @type {any} */ error) => ({ name: 'Playwright', message: textOf(error) })),
    ...withStatus('unexpected', 'skipped'),
  ];
  const retried = withStatus('flaky');
  const { expected, unexpected, flaky, skipped } = results.stats;
  const failedRetries = process.env.CI ? flaky : 0;
  const failed = unexpected + skipped + results.errors.length + failedRetries;
  return settle(code, { passed: expected + flaky - failedRetries, failed, tests, failures, retried });
}

/** The error of the first try that failed. @param {any} test */
function playwrightError(test) {
  const [error] = test.results.flatMap((/** @type {any} */ { errors }) => errors);
  return error ? textOf(error) : test.status;
}

/** What was thrown may be no error. @param {any} thrown @returns {string} */
const textOf = ({ message, value }) => String(message ?? value);

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
  if (!hasFailed) return results;
  const message = `ran ${results.passed} tests and ended with code ${code}`;
  return { ...results, failed: 1, failures: [...results.failures, { name: 'Test runner', message }] };
}

/** Prints the slowest tests, what failed, what needed a second try, and the totals. @param {Results[]} all */
export function printSummary(all) {
  const slowest = all.flatMap(({ tests }) => tests).sort((left, right) => right.ms - left.ms);
  if (slowest.length > 0) console.log(`\nThe slowest tests:`);
  for (const { name, ms } of slowest.slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  const listed = (/** @type {'failures' | 'retried'} */ list) => all.flatMap((results) => results[list]);
  printFailures('Failed', listed('failures'));
  printFailures(`Passed at the second try${process.env.CI ? ', counted as failed' : ''}`, listed('retried'));
  const total = (/** @type {'passed' | 'failed'} */ count) => all.reduce((sum, part) => sum + part[count], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}

/**
 * Logs are often cut to their end, so a failure is repeated there.
 * @param {string} title
 * @param {Failure[]} failures
 */
function printFailures(title, failures) {
  if (failures.length > 0) console.log(`\n${title}:`);
  for (const { name, message } of failures) {
    const lines = message.trim().split('\n').slice(0, FAILURE_LINES);
    console.log([`  ${name}`, ...lines.map((line) => `    ${line}`)].join('\n'));
  }
}

/** @param {string} file */
function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}
