import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Bank, startBank } from '../support/bank';
import { repository } from '../support/repository';
import { signIn, typeCredentials } from '../web/people';
import { startStaticFloor } from './static-floor';
import { median, mediansOf, slow4G, slowDown, type Visit, visit } from './web-visit';

/** Visits of each page by turns, of which the median counts. */
const visits = 7;

/** When a page has all its data. Its stream of events stays open, so that the network is never idle. */
const settledMs = 6_000;

/** How long a page is looked at, at the least, before its link is followed. */
const lookMs = 1_000;

/** Ratios to a reference, and ms. */
const bars = {
  landingPaint: 1.2,
  signInFloor: 1.5,
  interactive: 1.1,
  bytes: 1.15,
  overviewMs: 2_000,
  moveMs: 100,
  longestTaskMs: 200,
  // The font moves single words by a few pixels when it takes the place of its fallback.
  shift: 0.001,
};

const inside = { name: 'cards', address: '/dashboard/cards', person: 'marie' };
const landing = { name: 'landing', address: '/', person: undefined };
const others = ['/faq', '/contact', '/dashboard', '/dashboard/transactions', '/dashboard/scheduled'];

let federated: Bank;
let single: Bank;
let floor: Awaited<ReturnType<typeof startStaticFloor>>;

test.beforeAll(async () => {
  const hosts = path.join(repository, '.cache/one-bundle');
  const config = path.join(repository, 'tests/bench/one-bundle/webpack.config.js');
  await promisify(execFile)('npx', ['webpack', '--config', config], { cwd: repository });
  for (const part of ['back-office/dist', 'partner-site', 'partner-docs']) {
    await mkdir(path.join(hosts, part), { recursive: true });
    await cp(path.join(repository, 'hosts', part), path.join(hosts, part), { recursive: true });
  }
  [federated, single] = await Promise.all([
    startBank({ seed: true }),
    startBank({ seed: true, env: { HOSTS_DIR: hosts } }),
  ]);
  floor = await startStaticFloor(federated.shellUrl);
});

test.afterAll(async () => {
  await floor.stop();
  await federated.stop();
  await single.stop();
});

/** Prints a figure beside what it may be; one that is missed fails the bench, once all are printed. */
function judge(name: string, figure: number, most: number, reference: string) {
  const shown = (value: number) => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(4));
  const verdict = figure <= most ? 'pass' : 'FAIL';
  console.log(`${verdict}  ${name}: ${shown(figure)}, at most ${shown(most)} (${reference})`);
  expect.soft(figure, name).toBeLessThanOrEqual(most);
}

const ms = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (value: number) => `${Math.round(value / 1000)} KB`;

/** By turns, so that what disturbs the machine disturbs all of them. */
async function byTurns(takes: (() => Promise<Visit>)[]): Promise<Visit[]> {
  const taken = takes.map((): Visit[] => []);
  for (let round = 0; round < visits; round += 1) {
    for (const [at, take] of takes.entries()) taken[at]?.push(await take());
  }
  return taken.map(mediansOf);
}

/** The document of the single build names the remotes too, but it never requests them. */
const inOne = {
  prepare: (context: BrowserContext) => context.route('**/remotes/**', (route) => route.abort()),
};

/** The browser's storage after signing in; empty for a visitor. */
async function stateOf(browser: Browser, bank: Bank, person: string | undefined) {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' });
  if (person) await signIn(await context.newPage(), person, bank.shellUrl);
  const state = await context.storageState();
  await context.close();
  return state;
}

function judgeQuiet(name: string, { longestTask, shift }: Visit) {
  judge(`${name}, longest task, ms`, longestTask, bars.longestTaskMs, 'none longer');
  judge(`${name}, layout shift`, shift, bars.shift, 'none');
}

test('the landing page is painted about as soon as static HTML', async ({ browser }) => {
  const [own, least] = (await byTurns([
    () => visit(browser, { url: `${federated.shellUrl}/` }),
    () => visit(browser, { url: `${floor.url}/`, isStatic: true }),
  ])) as [Visit, Visit];
  const most = bars.landingPaint * least.painted;
  judge('landing, largest paint, ms', own.painted, most, `static HTML ${ms(least.painted)}`);
  judgeQuiet('landing', own);
});

test('sign-in is usable soon after static HTML and its script', async ({ browser }) => {
  const [own, least] = (await byTurns([
    () => visit(browser, { url: `${federated.shellUrl}/login` }),
    () => visit(browser, { url: `${floor.url}/login`, isStatic: true }),
  ])) as [Visit, Visit];
  const transfer = (own.scriptBytes / slow4G.downloadThroughput) * 1_000;
  const most = bars.signInFloor * least.painted + transfer;
  const reference = `static HTML ${ms(least.painted)}, ${kilobytes(own.scriptBytes)} of script on this line ${ms(transfer)}`;
  judge('sign-in, taken over, ms', own.takenOver, most, reference);
  judge('sign-in, filled in without script, ms', own.painted, most, reference);
  judgeQuiet('sign-in', own);
});

for (const { name, address, person } of [landing, inside]) {
  test(`${name}: as quick, and about as light, as in one build`, async ({ browser }) => {
    const states = await Promise.all([stateOf(browser, federated, person), stateOf(browser, single, person)]);
    const [own, other] = (await byTurns([
      () => visit(browser, { url: federated.shellUrl + address, storageState: states[0] }),
      () => visit(browser, { url: single.shellUrl + address, storageState: states[1], ...inOne }),
    ])) as [Visit, Visit];
    const { interactive, bytes } = bars;
    judge(
      `${name}, interactive, ms`,
      own.interactive,
      interactive * other.interactive,
      `one build ${ms(other.interactive)}`,
    );
    judge(
      `${name}, KB`,
      own.bytes / 1000,
      (bytes * other.bytes) / 1000,
      `one build ${kilobytes(other.bytes)}`,
    );
    judgeQuiet(name, own);
  });
}

test('the overview follows a sign-in', async ({ browser }) => {
  const taken: number[] = [];
  for (let round = 0; round < visits; round += 1) {
    const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' });
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(`${federated.shellUrl}/login`);
    await page.waitForFunction(isTakenOver);
    await page.waitForLoadState('networkidle');
    let startedAt = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) startedAt = Date.now();
    });
    await typeCredentials(page, 'marie');
    await page.getByRole('region', { name: 'Solde disponible' }).getByText('€').first().waitFor();
    taken.push(Date.now() - startedAt);
    await context.close();
  }
  judge(
    'overview after sign-in, ms',
    median(taken),
    bars.overviewMs,
    'from the call of the sign-in to the balance',
  );
});

test('a page with its data in the cache is shown at once', async ({ browser }) => {
  const storageState = await stateOf(browser, federated, 'marie');
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block', storageState });
  const page = await context.newPage();
  await slowDown(page);
  const places = ['/dashboard/transactions', '/dashboard/cards', '/dashboard'];
  await page.goto(`${federated.shellUrl}/dashboard`);
  await page.waitForTimeout(settledMs);
  for (const place of places) {
    await moveTo(page, place);
    await page.waitForTimeout(settledMs);
  }
  for (const place of places) {
    const taken: number[] = [];
    for (let round = 0; round < visits; round += 1) {
      const from = place === '/dashboard' ? '/dashboard/cards' : '/dashboard';
      if (new URL(page.url()).pathname !== from) await moveTo(page, from);
      // Nobody follows a link of a page at its first frame, and what that page still loads is not of this move.
      await page.waitForTimeout(lookMs);
      taken.push(await moveTo(page, place));
      await page.waitForTimeout(lookMs);
    }
    judge(
      `moving to ${place}, ms`,
      median(taken),
      bars.moveMs,
      'from the click to the next frame with the page',
    );
  }
  await context.close();
});

/** Until then the browser would send the form by itself. */
const isTakenOver = () =>
  Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react'));

/** Clicks a link of the navigation and returns how long it took until its page was drawn, ms. */
const moveTo = (page: Page, address: string): Promise<number> =>
  page.evaluate(async (to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`);
    if (!link) throw new Error(`no link to ${to}`);
    const before = document.querySelector('main h1');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const startedAt = performance.now();
    link.click();
    const isDrawn = () => {
      const heading = document.querySelector('main h1');
      return heading !== null && heading !== before && location.pathname === to;
    };
    while (!isDrawn()) await frame();
    await frame();
    return performance.now() - startedAt;
  }, address);

for (const address of others) {
  test(`${address}: nothing blocks, nothing jumps`, async ({ browser }) => {
    const person = address.startsWith('/dashboard') ? 'marie' : undefined;
    const storageState = await stateOf(browser, federated, person);
    const [own] = (await byTurns([
      () => visit(browser, { url: federated.shellUrl + address, storageState }),
    ])) as [Visit];
    judgeQuiet(address, own);
  });
}
