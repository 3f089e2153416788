import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';

/**
 * Axe finds nothing in what the page shows; the words name the state where a journey looks at several. In the page
 * alone: the blank page that axe opens beside it otherwise would run the scripts that sign a customer in.
 */
export async function axeFindsNothing(page: Page, state = new URL(page.url()).pathname) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}
