import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { startSession } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.use({ viewport: { width: 320, height: 640 } });
// A call of a page that closes has no answer to change.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän';

/** Has the answers of some calls say something longer. */
const lengthen = (page: Page, calls: RegExp, said: string | RegExp, longer: string) =>
  page.route(calls, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(said, longer) });
  });

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('a long address or name makes no page of a customer wider than the screen', async ({ page }) => {
  await startSession(page, 'marie');
  await lengthen(page, /api\/settings|api\/user/, 'marie@', 'marie.de.la.rochefoucauld.montmorency.lefevre@');
  await page.goto('/dashboard/settings?tab=notifications');
  await expect(page.getByText(/^Envoyées à marie\.de/)).toBeVisible();
  expect(await overflow(page)).toBe(0);

  await lengthen(page, /api\/appeals\/subject/, /"label":"[^"]*"/g, `"label":"${longWord}"`);
  await page.goto('/dashboard/transactions?status=pending');
  await page.getByRole('main').getByRole('link', { name: 'Révision du véhicule' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /recours/ })
    .click();
  await expect(page.getByRole('heading', { name: longWord })).toBeVisible();
  expect(await overflow(page)).toBe(0);
});

test('an amount of five digits leaves the stamp of its receipt free', async ({ page }) => {
  await startSession(page, 'marie');
  await lengthen(page, /api\/user\/transactions/, /"amount":-[\d.]+/g, '"amount":-10000');
  await page.goto('/dashboard/transactions?status=completed');
  await page.getByRole('main').getByRole('link', { name: 'Boulangerie Martin' }).first().click();
  const receipt = page.getByRole('dialog');
  const amount = await receipt.getByText(/10\s000,00/).boundingBox();
  const stamp = await receipt.locator('svg[viewBox="0 0 72 72"]').boundingBox();
  const isBeside = amount!.x + amount!.width <= stamp!.x;
  expect(isBeside || amount!.y + amount!.height <= stamp!.y).toBe(true);
});

test('who asked for an approval is read whole on a telephone', async ({ page, bank }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await lengthen(page, /api\/admin\/approvals/, 'Sofia Benali', longWord);
  await page.goto(`${bank.backOfficeUrl}/admin/approvals`);
  const asked = page.getByRole('cell').filter({ hasText: longWord });
  await expect(asked).toBeVisible();
  expect(await asked.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
