import { defineConfig } from '@playwright/test';

/** Lighthouse on a simulated phone, one page after another on an otherwise idle machine (`npm run test:all`). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.lighthouse.ts',
  outputDir: '../../test-results/lighthouse',
  globalSetup: '../support/global-setup.ts',
  workers: 1,
  // Lighthouse varies with what else the machine does; what is below the line twice is.
  retries: 1,
  timeout: 120_000,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../../test-results/lighthouse.json' }],
  ],
});
