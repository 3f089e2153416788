import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { withoutLiveEvents } from './axe';
import { printsAsSheet } from './looks';
import { startSession } from './people';

/** The sheets that a browser makes of the open page, as it is set by default: without the grounds of elements. */
async function sheetsOf(page: Page): Promise<number> {
  await page.emulateMedia({ media: 'print' });
  const file = (await page.pdf({ format: 'A4', printBackground: false })).toString('latin1');
  await page.emulateMedia({ media: null });
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

const open = {
  receipt: async (page: Page) => {
    await page.goto('/dashboard/transactions');
    await page.getByRole('rowheader').first().getByRole('link').click();
    await expect(page.getByRole('dialog')).toContainText('Référence');
  },
  card: async (page: Page) => {
    await page.goto('/dashboard/cards');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Détails/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /•{4}\d{4}$/ })).toBeVisible();
  },
  at: (address: string) => async (page: Page) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  },
};

test('what people print fits its sheets @matrix', async ({ page, context }) => {
  await withoutLiveEvents(context);
  await startSession(page, 'marie');
  for (const [name, reach, sheets] of [
    ['overview', open.at('/dashboard'), 2],
    ['balance', open.at('/dashboard/balance'), 2],
    ['bank details', open.at('/dashboard/account'), 1],
    ['statement of movements', open.at('/dashboard/transactions'), 1],
    ['receipt', open.receipt, 1],
    ['card', open.card, 2],
    ['spending', open.at('/dashboard/cards/spending'), 1],
  ] as const) {
    await reach(page);
    await page.waitForLoadState('networkidle');
    await printsAsSheet(page, name);
    expect(await sheetsOf(page), name).toBeLessThanOrEqual(sheets);
  }
  await page.goto('/dashboard/balance');
  await page.getByText('Voir le solde jour par jour').click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await sheetsOf(page), 'with the figures that were opened').toBeGreaterThan(2);
});

test('a card keeps its ground on paper, where its words would be white on white', async ({ page }) => {
  await startSession(page, 'marie');
  await open.card(page);
  await page.emulateMedia({ media: 'print' });
  const holder = page.getByRole('main').getByText('Marie Lefèvre').first();
  await expect(holder).toHaveCSS('print-color-adjust', 'exact');
});
