import base from '../../playwright.config';

/** `npm run bench:web`: the pages of the shells compared with one build without Federation. */
export default {
  ...base,
  testDir: '.',
  testMatch: 'web.bench.ts',
  globalSetup: '../support/global-setup.ts',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  reporter: 'list',
};
