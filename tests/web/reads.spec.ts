import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { RemoteManifest } from '../../libs/contracts/remotes';
import { earlyReads } from '../../libs/contracts/routes';
import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { repository } from '../support/repository';
import { withoutLiveEvents } from './axe';
import { ownCustomer, takenOver, typeCredentials } from './people';

/** How many reads may follow each other until a page is complete: the first ones are asked for with the document. */
const mostInARow = 2;

/** The pages of customers that can be opened by their address alone. */
const routes = ['dashboard', 'cards']
  .map((remote) => path.join(repository, 'remotes', remote, 'remote.json'))
  .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as RemoteManifest).routes)
  .filter(({ path: address }) => !address.includes(':'));

interface Held {
  /** The addresses that the page has read since it was opened. */
  asked: string[];
  /** Lets the answers in that have been held so far, and returns how many. */
  release: () => number;
  /** Resolves once the page asks for nothing more by itself. */
  quiet: () => Promise<void>;
}
type Holding = typeof globalThis & {
  held: Held;
  /** What the document asked for and nothing took. */
  [earlyReads]?: { answers: Record<string, unknown> };
};

/** Holds the answers to the page's reads, so that what is asked for without them is known from what waits for one. */
function holdAnswers() {
  const { fetch } = window;
  const quietMs = 500;
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  let changedAt = performance.now();
  const note = () => (changedAt = performance.now());
  new PerformanceObserver(note).observe({ type: 'resource' });
  new PerformanceObserver(note).observe({ type: 'longtask' });
  window.fetch = (input, options) => {
    const address = String(input);
    const isRead = address.startsWith('/api/') && (options?.method ?? 'GET') === 'GET';
    if (!isRead || address === '/api/events') return fetch(input, options);
    asked.push(address.slice('/api'.length));
    note();
    const answer = fetch(input, options);
    answer.catch(() => undefined);
    return new Promise((resolve, reject) => waiting.push(() => void answer.then(resolve, reject)));
  };
  const release = () => {
    note();
    const now = waiting.splice(0);
    now.forEach((letIn) => letIn());
    return now.length;
  };
  const quiet = async () => {
    while (performance.now() - changedAt < quietMs) await new Promise((later) => setTimeout(later, 50));
  };
  Object.assign(window, { held: { asked, release, quiet } satisfies Held });
}

/** Opens a page, and lets the answers in together whenever it asks for no more: how often, and what was asked for. */
async function open(page: Page, address: string) {
  await page.goto(address);
  return page.evaluate(async (early) => {
    const { held } = globalThis as Holding;
    let inARow = 0;
    await held.quiet();
    while (held.release() > 0) {
      inARow += 1;
      await held.quiet();
    }
    const { answers = {} } = (globalThis as Holding)[early as typeof earlyReads] ?? {};
    return { inARow, asked: held.asked, unused: Object.keys(answers) };
  }, earlyReads);
}

test('a page asks for its data with its document, and for no more than that brings up @matrix', async ({
  page,
  context,
  bank,
}) => {
  // Twenty pages, each loaded afresh.
  test.slow();
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await withoutLiveEvents(context);
  await context.addInitScript(holdAnswers);
  for (const { path: address, reads = [] } of routes) {
    const { inARow, asked, unused } = await open(page, address);
    expect(inARow, `${address}: ${asked.join(' ')}`).toBeLessThanOrEqual(mostInARow);
    // The first calls of the page, each made once: what a route names is what its page reads.
    expect(asked.slice(0, reads.length + 1), address).toEqual(['/auth/me', ...reads]);
    expect(new Set(asked).size, asked.join(' ')).toBe(asked.length);
    expect(unused, address).toEqual([]);
  }
});

test('a sign-in fetches the files of the page behind it while it is filled in', async ({ page, bank }) => {
  const { email } = await newCustomer(bank.shellUrl);
  const fetched: string[] = [];
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  const ofDashboard = () => fetched.filter((file) => file.startsWith('/remotes/dashboard/'));
  await page.goto('/login');
  await takenOver(page);
  expect(ofDashboard()).toEqual([]);
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill(email);
  const isThere = (name: RegExp) => ofDashboard().some((file) => name.test(file));
  await expect.poll(() => isThere(/remoteEntry\./) && isThere(/remote\.\w+\.js$/)).toBe(true);
  await typeCredentials(page, email);
  await expect(page.getByRole('region', { name: 'Solde disponible' })).toContainText('0,00');
});
