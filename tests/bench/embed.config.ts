import base from '../../playwright.config';

/** `npm run bench:embed`: the cost of a widget for its page, with the frame in its own process, as in any browser. */
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
      args: [...(base.use?.launchOptions?.args ?? []), '--site-per-process'],
    },
  },
};
