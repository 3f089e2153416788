import { existsSync } from 'node:fs';

const FULL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Without a window, and the quickest. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The machine's own browser; undefined lets Playwright use the one that it installed. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [SHELL, ...FULL].find((place) => existsSync(place));

/** The same with a person's settings, which the quickest one has not. */
export const fullChromiumPath = (): string | undefined => FULL.find((place) => existsSync(place));
