import { readFileSync } from 'node:fs';
import path from 'node:path';
import type axe from 'axe-core';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { repository } from '../support/repository';

/** Minified: every page has to parse it. */
const script = readFileSync(path.join(repository, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * All rules, reporting violations only. Of the preloaded assets, enabled rules need only media: the style sheets would be
 * parsed for an experimental rule that is disabled.
 */
const options: axe.RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Axe finds nothing in the page; the label names the state where a journey checks several. */
export async function axeFindsNothing(page: Page, state?: string) {
  expect(await axeFindings(page, state)).toEqual([]);
}

/** Axe's findings, one per line, for a journey that checks many states before it fails. */
export async function axeFindings(page: Page, state = new URL(page.url()).pathname): Promise<string[]> {
  // Once per document; a frame may be removed meanwhile.
  for (const frame of page.frames())
    if (!(await frame.evaluate('"axe" in window').catch(() => true)))
      await frame.evaluate(script).catch((error) => {
        if (frame === page.mainFrame()) throw error;
      });
  await page.evaluate(appeared);
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as { axe: typeof axe }).axe.run(document, chosen),
    options,
  );
  return violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`);
}

/** What fades in has less contrast until it is there. */
const appeared = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000)
      .map(({ finished }) => finished.catch(() => undefined)),
  ).then(() => undefined);

/** Live events keep a connection open: without them a loaded page is idle (`networkidle`). */
export const withoutLiveEvents = (context: BrowserContext) =>
  // Not a route: one disables the browser's caches, and sends every request through the test.
  context.addInitScript(() => {
    const { fetch } = window;
    const busy = { status: 503, headers: { 'Retry-After': '3600' } };
    window.fetch = (asked, request) =>
      String(asked).endsWith('/api/events')
        ? Promise.resolve(new Response(null, busy))
        : fetch(asked, request);
  });
