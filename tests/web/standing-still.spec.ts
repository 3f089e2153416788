import { chromium, type Page } from '@playwright/test';
import { collectErrors, expect, test as base } from '../support/bank-fixture';
import { startSession } from './people';

/**
 * With the scrollbars that a desktop has, and Playwright hides: in a browser of the test's own, since one of a worker would
 * have a bank of its own.
 */
const test = base.extend({
  context: async ({ baseURL, pageErrors }, use, { project }) => {
    const { launchOptions } = project.use;
    const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
    const viewport = { width: 1280, height: 700 };
    const context = await browser.newContext({ baseURL, viewport });
    collectErrors(context, pageErrors);
    await use(context);
    await browser.close();
    expect(pageErrors).toEqual([]);
  },
});

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const scrollbarOf = (page: Page) => page.evaluate(() => innerWidth - document.documentElement.clientWidth);

test('nothing moves under a dialog, though the scrollbar goes', async ({ page }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Activité récente' })).toContainText('€');
  expect(await scrollbarOf(page)).toBeGreaterThan(0);
  const places = async () => [
    await heading(page).boundingBox(),
    await menu(page).boundingBox(),
    await page.getByRole('region', { name: 'Solde disponible' }).boundingBox(),
  ];
  const before = await places();
  await page.getByRole('button', { name: 'Faire un virement' }).click();
  await expect(page.getByRole('dialog', { name: 'Faire un virement' })).toBeVisible();
  expect(await scrollbarOf(page)).toBe(0);
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await places()).toEqual(before);
});

test('the menu stays where it is from page to page @matrix', async ({ page }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  const entry = menu(page).getByRole('link', { name: 'Identité' });
  const before = await entry.boundingBox();
  for (const name of ['Solde', 'Cartes', 'Débits', 'Notifications', 'Identité', 'Paramètres']) {
    await menu(page)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    expect(await entry.boundingBox(), name).toEqual(before);
  }
});
