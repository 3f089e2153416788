import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../tests/support/repository';

const folder = mkdtempSync(path.join(os.tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is printed at the end of a run whose runner wrote these results. */
function summaryOf(
  reader: 'jestResults' | 'playwrightResults',
  results: unknown,
  code: number,
  ci = '',
): string {
  const file = path.join(folder, 'results.json');
  rmSync(file, { force: true });
  if (results) writeFileSync(file, JSON.stringify(results));
  const program = `
    import { printSummary, ${reader} } from './libs/cli/test-results.mjs';
    const [file, code] = process.argv.slice(1);
    printSummary([${reader}(file, Number(code))]);
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program, file, String(code)], {
    cwd: repository,
    env: { ...process.env, CI: ci },
    encoding: 'utf8',
  });
}

const fromJest = (testResults: unknown[], counts: Record<string, number>) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  ...counts,
  testResults,
});

describe('the summary of a test run', () => {
  it('repeats what failed, and what was skipped, just before the totals', () => {
    const suite = {
      name: path.join(repository, 'tests/api/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed', duration: 5, failureMessages: [] },
        { fullName: 'divides', status: 'failed', failureMessages: ['Expected 2\nReceived 3'] },
        { fullName: 'rounds', status: 'pending', failureMessages: [] },
      ],
    };
    const results = fromJest([suite], { numPassedTests: 1, numFailedTests: 1, numPendingTests: 1 });
    expect(summaryOf('jestResults', results, 1)).toMatch(
      /Failed:\n {2}tests\/api\/a\.test\.ts › divides\n {4}Expected 2\n {4}Received 3\n {2}.* › rounds\n {4}pending\n\n1 passed, 2 failed\n$/u,
    );
  });

  it('names a file that could not run', () => {
    const suite = {
      name: path.join(repository, 'tests/api/b.test.ts'),
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    };
    expect(summaryOf('jestResults', fromJest([suite], { numRuntimeErrorTestSuites: 1 }), 1)).toContain(
      '  tests/api/b.test.ts\n    Cannot find module\n\n0 passed, 1 failed',
    );
  });

  it('counts a runner that wrote nothing, or failed although its tests passed', () => {
    expect(summaryOf('jestResults', null, 137)).toContain(
      '  Jest\n    ended without writing its results\n\n0 passed, 1 failed',
    );
    expect(summaryOf('jestResults', fromJest([], { numPassedTests: 3 }), 1)).toContain(
      '    ran 3 tests and ended with code 1\n\n3 passed, 1 failed',
    );
  });

  it('prints the first error of what passed at its second try, which counts as failed in CI only', () => {
    const tries = [
      { duration: 5, errors: [{ message: 'Timed out' }] },
      { duration: 5, errors: [] },
    ];
    const results = {
      suites: [
        { title: 'a.spec.ts', specs: [{ title: 'opens', tests: [{ status: 'flaky', results: tries }] }] },
      ],
      errors: [],
      stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 0 },
    };
    const lines = '\n  tests/web/a.spec.ts › opens\n    Timed out\n\n';
    expect(summaryOf('playwrightResults', results, 0)).toContain(`second try:${lines}3 passed, 0 failed`);
    expect(summaryOf('playwrightResults', results, 0, '1')).toContain(
      `second try, counted as failed:${lines}2 passed, 1 failed`,
    );
  });
});
