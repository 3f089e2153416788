import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, test } from '@playwright/test';
import { type Bank, startBank } from '../support/bank';
import { repository } from '../support/repository';
import { signIn } from '../web/people';

/** The maximum ratios of time and of bytes compared with the same pages in one build. */
const limits = { interactive: 1.35, bytes: 1.6 };
/** A cheap telephone on slow 4G, as Lighthouse emulates them (150 ms round trip, 1.6 Mbit/s, 4 times slower). */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowProcessor = { rate: 4 };
/** Alternating visits of each page in each build, of which the median counts. */
const visits = 7;
/** A page is interactive after this time without a long task, ms. */
const quietMs = 1_000;

const pages = [
  { name: 'landing', address: '/', heading: /compte bancaire/ },
  { name: 'cards', address: '/dashboard/cards', heading: /cartes/i, person: 'marie' },
];

interface Visit {
  /** From the navigation until the heading is shown and no task of more than 50 ms follows, ms. */
  interactive: number;
  /** The transferred bytes of documents, scripts and styles. */
  bytes: number;
}

let federated: Bank;
let single: Bank;

test.beforeAll(async () => {
  const hosts = path.join(repository, '.cache/one-bundle');
  const config = path.join(repository, 'tests/bench/one-bundle/webpack.config.js');
  await promisify(execFile)('npx', ['webpack', '--config', config], { cwd: repository });
  for (const part of ['back-office/dist', 'partner-site/public']) {
    await mkdir(path.join(hosts, part), { recursive: true });
    await cp(path.join(repository, 'hosts', part), path.join(hosts, part), { recursive: true });
  }
  [federated, single] = await Promise.all([
    startBank({ seed: true }),
    startBank({ seed: true, env: { HOSTS_DIR: hosts } }),
  ]);
});

test.afterAll(async () => {
  await federated.stop();
  await single.stop();
});

for (const page of pages) {
  test(`${page.name}: as quick, and about as light, as in one build`, async ({ browser }) => {
    const taken: Record<'federated' | 'single', Visit[]> = { federated: [], single: [] };
    const states = await Promise.all([
      stateOf(browser, federated, page.person),
      stateOf(browser, single, page.person),
    ]);
    for (let visit = 0; visit < visits; visit += 1) {
      taken.federated.push(await visitOf(browser, federated, page, states[0]));
      taken.single.push(await visitOf(browser, single, page, states[1]));
    }
    const [own, other] = [mediansOf(taken.federated), mediansOf(taken.single)];
    const ratios = { interactive: own.interactive / other.interactive, bytes: own.bytes / other.bytes };
    const shown = (ratio: number) => ratio.toFixed(2);
    console.log(
      `${page.name}: interactive ${Math.round(own.interactive)} ms beside ${Math.round(other.interactive)} ms (${shown(ratios.interactive)}), ` +
        `${Math.round(own.bytes / 1000)} KB beside ${Math.round(other.bytes / 1000)} KB (${shown(ratios.bytes)})`,
    );
    expect(ratios.interactive).toBeLessThanOrEqual(limits.interactive);
    expect(ratios.bytes).toBeLessThanOrEqual(limits.bytes);
  });
}

type State = Awaited<ReturnType<typeof stateOf>>;

/** The browser's storage after signing in; empty for a visitor. */
async function stateOf(browser: Browser, bank: Bank, person: string | undefined) {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' });
  if (person) await signIn(await context.newPage(), person, bank.shellUrl);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visitOf(
  browser: Browser,
  bank: Bank,
  page: (typeof pages)[number],
  storageState: State,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'fr-FR', storageState });
  // The document of the single build names the remotes too, but it never requests them.
  if (bank === single) await context.route('**/remotes/**', (route) => route.abort());
  const opened = await context.newPage();
  const session = await context.newCDPSession(opened);
  let bytes = 0;
  const counted = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (['Document', 'Script', 'Stylesheet'].includes(type)) counted.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', slowProcessor);
  await opened.addInitScript(observe);
  await opened.goto(bank.shellUrl + page.address, { waitUntil: 'commit' });
  await opened.getByRole('heading', { level: 1, name: page.heading }).waitFor({ timeout: 60_000 });
  const interactive = await opened.evaluate(untilQuiet, quietMs);
  await context.close();
  return { interactive, bytes };
}

type Watched = typeof globalThis & { lastTaskEnd: number; headingAt: number };

/** Runs in the page before anything else: notes when the heading came, and when the last long task ended. */
function observe() {
  const watched = globalThis as Watched;
  Object.assign(watched, { lastTaskEnd: 0, headingAt: 0 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.lastTaskEnd = Math.max(watched.lastTaskEnd, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('h1')) return;
    watched.headingAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** Waits in the page for a period without long tasks, and returns when it became interactive, ms. */
async function untilQuiet(quiet: number): Promise<number> {
  const watched = globalThis as Watched;
  const since = () => Math.max(watched.headingAt, watched.lastTaskEnd);
  while (performance.now() - since() < quiet) await new Promise((resolve) => setTimeout(resolve, 100));
  return since();
}

function mediansOf(taken: Visit[]): Visit {
  const median = (figures: number[]) =>
    figures.sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
  return {
    interactive: median(taken.map(({ interactive }) => interactive)),
    bytes: median(taken.map(({ bytes }) => bytes)),
  };
}
