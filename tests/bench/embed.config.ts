import base from '../../playwright.config';

/**
 * `npm run bench:embed`: what a widget costs the page it stands on. The frame shares the page's process here, so that a
 * slowed processor and network slow both.
 */
export default {
  ...base,
  testDir: '.',
  testMatch: 'embed.bench.ts',
  globalSetup: '../support/global-setup.ts',
  workers: 1,
  retries: 0,
  reporter: 'list',
  use: {
    ...base.use,
    launchOptions: {
      ...base.use?.launchOptions,
      args: [
        ...(base.use?.launchOptions?.args ?? []),
        '--disable-site-isolation-trials',
        '--disable-features=IsolateOrigins,site-per-process',
      ],
    },
  },
};
