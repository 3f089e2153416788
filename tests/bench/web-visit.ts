import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A cheap telephone on slow 4G, as Lighthouse emulates them (150 ms round trip, 1.6 Mbit/s, 4 times slower). */
export const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowProcessor = { rate: 4 };

/** A page is interactive after this time without a long task, ms. */
const quietMs = 1_000;

/** Times in ms since the navigation. */
export interface Visit {
  /** The largest contentful paint. */
  painted: number;
  /** React runs the heading's page. */
  takenOver: number;
  /** The same, and no task of more than 50 ms follows. */
  interactive: number;
  /** The transferred bytes of documents, scripts and styles, and those of scripts alone. */
  bytes: number;
  scriptBytes: number;
  /** The longest task, ms. */
  longestTask: number;
  /** The cumulative layout shift. */
  shift: number;
}

type State = BrowserContextOptions['storageState'];

interface Place {
  url: string;
  storageState?: State;
  /** Whether a script takes the page over. */
  isStatic?: boolean;
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Slows a page's line and processor down. */
export async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', slowProcessor);
  return session;
}

/** Opens a page in a browser that has never seen it. */
export async function visit(
  browser: Browser,
  { url, storageState, isStatic, prepare }: Place,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'fr-FR', storageState, serviceWorkers: 'block' });
  await prepare?.(context);
  const page = await context.newPage();
  const session = await slowDown(page);
  const bytes = { all: 0, script: 0 };
  const counted = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (['Document', 'Script', 'Stylesheet'].includes(type)) counted.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = counted.get(requestId);
    if (type) bytes.all += encodedDataLength;
    if (type === 'Script') bytes.script += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(untilQuiet, { quiet: quietMs, isStatic: isStatic ?? false });
  await context.close();
  return { ...seen, bytes: bytes.all, scriptBytes: bytes.script };
}

interface Watched {
  painted: number;
  takenOver: number;
  lastTaskEnd: number;
  longestTask: number;
  shift: number;
}
type Watching = typeof globalThis & { watched: Watched };

/** Runs in the page before anything else. */
function observe() {
  const watched: Watched = { painted: 0, takenOver: 0, lastTaskEnd: 0, longestTask: 0, shift: 0 };
  Object.assign(globalThis, { watched });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('longtask', ({ startTime, duration }) => {
    watched.lastTaskEnd = Math.max(watched.lastTaskEnd, startTime + duration);
    watched.longestTask = Math.max(watched.longestTask, duration);
  });
  watch('largest-contentful-paint', ({ startTime }) => (watched.painted = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) watched.shift += value;
  });
  const look = () => {
    const heading = document.querySelector('h1');
    if (heading && Object.keys(heading).some((key) => key.startsWith('__react')))
      watched.takenOver = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** Waits in the page until it is taken over and a period without long tasks has passed. */
async function untilQuiet({ quiet, isStatic }: { quiet: number; isStatic: boolean }) {
  const { watched } = globalThis as Watching;
  const since = () => Math.max(watched.takenOver, watched.lastTaskEnd);
  const isOver = () => (isStatic || watched.takenOver > 0) && performance.now() - since() >= quiet;
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 100));
  const { painted, takenOver, longestTask, shift } = watched;
  return { painted, takenOver, longestTask, shift, interactive: since() };
}

/** Of each figure by itself. */
export function mediansOf(visits: Visit[]): Visit {
  const names = Object.keys(visits[0] ?? {}) as (keyof Visit)[];
  return Object.fromEntries(
    names.map((name) => [name, median(visits.map((each) => each[name]))]),
  ) as unknown as Visit;
}

export const median = (figures: number[]): number =>
  figures.sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
