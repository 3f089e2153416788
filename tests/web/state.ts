import type { Locator, Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';

const expect = assert.configure({ timeout: 15_000 });

/** A state of a screen, reached from an address. */
export interface State {
  name: string;
  at: string;
  /** Leads to the state; returns what is visible once it is reached. */
  reach: (page: Page) => Promise<Locator> | Locator;
}

export const press = (within: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  within.getByRole('button', { name }).first().click();

/** The open dialog, if any. */
const modal = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Goes through states: in each axe finds nothing, nothing scrolls sideways, and an open dialog contains the focus. */
export async function lookAt(page: Page, states: State[]) {
  // Axe takes seconds for a page, on a busy machine many.
  test.setTimeout(60_000 + states.length * 20_000);
  for (const { name, at, reach } of states) {
    await test.step(name, async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(at);
      const sign = await reach(page);
      await expect(sign.first(), name).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name)
        .toBeLessThanOrEqual(0);
      if (await modal(page).first().isVisible()) {
        await expect(modal(page).first().and(page.locator(':focus-within')), name).toBeVisible();
      }
      await axeFindsNothing(page, name);
    });
  }
}

/** A call without a response, which keeps the screen in its loading state. */
export const hold = (page: Page, path: string) => page.route(`**/api/${path}`, () => undefined);

/** A call that fails to reach the server. */
export const cut = (page: Page, path: string) => page.route(`**/api/${path}`, (route) => route.abort());

/** A list that is loading, and one that failed to load. */
export const waitingAndFailing = (at: string, path: string, failed: string): State[] => [
  {
    name: `${at} loading`,
    at,
    reach: async (page) => {
      await hold(page, path);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page.getByRole('main').getByText('Chargement...');
    },
  },
  {
    name: `${at} failed`,
    at,
    reach: async (page) => {
      await cut(page, path);
      await page.reload();
      return page.getByRole('main').getByText(failed);
    },
  },
];

/** The screen only has to be open. */
export const shows =
  (words: string | RegExp): State['reach'] =>
  (page) =>
    page.getByText(words);
