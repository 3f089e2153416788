import base from '../../playwright.config';

/** `npm run bench:embed`: what a widget costs the page it stands on, its frame in a process of its own as in any browser. */
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
