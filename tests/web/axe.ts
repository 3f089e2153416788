import { readFileSync } from 'node:fs';
import path from 'node:path';
import type axe from 'axe-core';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { repository } from '../support/repository';

/** Less than half of the one that is not minified, which each page would have to take. */
const script = readFileSync(path.join(repository, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Every rule, and a report of what violates one alone. Of the assets that rules ask for beforehand, those that are on
 * ask for media: the style sheets would be fetched and parsed for one that is not.
 */
const options: axe.RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Axe finds nothing in what the page shows; the words name the state where a journey looks at several. */
export async function axeFindsNothing(page: Page, state?: string) {
  expect(await axeFindings(page, state)).toEqual([]);
}

/** What axe finds, in a line each, for a journey that looks at many states before it judges. */
export async function axeFindings(page: Page, state = new URL(page.url()).pathname): Promise<string[]> {
  // Into each document once, however often it is looked at; a frame that leaves meanwhile is nobody's loss.
  for (const frame of page.frames())
    if (!(await frame.evaluate('"axe" in window').catch(() => true)))
      await frame.evaluate(script).catch((error) => {
        if (frame === page.mainFrame()) throw error;
      });
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as { axe: typeof axe }).axe.run(document, chosen),
    options,
  );
  return violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`);
}

/** Live events keep a connection open for good: without them a page is still once it is whole (`networkidle`). */
export const withoutLiveEvents = (context: BrowserContext) =>
  // No route: while there is one, every request of the page goes through the test, and past the browser's cache.
  context.addInitScript(() => {
    const { fetch } = window;
    const busy = { status: 503, headers: { 'Retry-After': '3600' } };
    window.fetch = (asked, request) =>
      String(asked).endsWith('/api/events')
        ? Promise.resolve(new Response(null, busy))
        : fetch(asked, request);
  });
