import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';

/**
 * Axe finds nothing in the page; the label names the state where a journey checks several. In the page
 * alone: the blank page that axe opens beside it otherwise would run the scripts that sign a customer in.
 */
export async function axeFindsNothing(page: Page, state?: string) {
  expect(await axeFindings(page, state)).toEqual([]);
}

/** Axe's findings, one per line, for a journey that checks many states before it fails. */
export async function axeFindings(page: Page, state = new URL(page.url()).pathname): Promise<string[]> {
  // Of what passes axe then writes no report, which takes it as long as the rules.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`);
}

/** Live events keep a connection open: without them a loaded page is idle (`networkidle`). */
export const withoutLiveEvents = (context: BrowserContext) =>
  context.route('**/api/events', (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '3600' } }),
  );
