import { existsSync } from 'node:fs';

const FULL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** The fastest headless mode. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The machine's own browser; undefined for the one that Playwright installed. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [SHELL, ...FULL].find((place) => existsSync(place));

/** The full headless browser, with user settings that the fastest mode lacks. */
export const fullChromiumPath = (): string | undefined => FULL.find((place) => existsSync(place));
