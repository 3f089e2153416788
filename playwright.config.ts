import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tests/support/chromium';

/** They change what their bank serves, or break what it is connected to, so it is none of the others'. */
const ofRemotes =
  /(broken-remotes|new-versions|publish|push|released-shells|remote-failures|withdrawn-offline|world)\.spec\.ts/;

/**
 * Pages of a test live for seconds: optimizing what they run costs more than it gains. The long matrices also run pages for
 * long, and time some.
 */
const shortPages = process.env.TEST_ALL ? [] : ['--js-flags=--no-opt,--no-maglev'];

/** They time pages. */
const timed = /lighthouse\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/web',
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  // Journeys wait more than they compute: three keep two cores busy.
  workers: 3,
  // By the test rather than by the file, so that no worker ends long before the others.
  fullyParallel: true,
  projects: [
    // All on one worker, which starts their bank once, and first: a file of theirs at the end would be waited for.
    { name: 'remotes', testMatch: ofRemotes, workers: 1, fullyParallel: false },
    { name: 'bank', testIgnore: [ofRemotes, timed] },
    // Last and alone, since other browsers would slow its pages.
    {
      name: 'timed',
      testMatch: timed,
      workers: 1,
      fullyParallel: false,
      dependencies: ['remotes', 'bank'],
    },
  ],
  // A browser on a busy machine may lose a race that is not ours; what fails twice is.
  retries: 1,
  // Three browsers and their servers on two cores: what comes may come late.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/results.json' }],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    trace: 'off',
    // Requests that pass through a worker are not those of `page.route`; the journeys without a network allow it.
    serviceWorkers: 'block',
    // Nothing is waited for that only moves; the long matrices see it move.
    contextOptions: { reducedMotion: process.env.TEST_ALL ? 'no-preference' : 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...shortPages,
      ],
    },
  },
});
