import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The machine's own browser; undefined lets Playwright use the one that it installed. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? USUAL_PLACES.find((place) => existsSync(place));
}
