import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { startSession } from './people';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** Searches as one types, and expects that each row found is one that was meant, and that the number is announced. */
async function find(page: Page, typed: string, meant: RegExp) {
  await page.getByLabel('Rechercher').fill(typed);
  await expect.poll(() => new URL(page.url()).searchParams.get('search'), typed).toBe(typed);
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect
    .poll(async () => (await rowsOf(page).allInnerTexts()).filter((row) => !meant.test(row)), typed)
    .toEqual([]);
  expect(await rowsOf(page).count(), typed).toBeGreaterThan(0);
  await expect(
    page.getByRole('status').getByText(/^\d+ opérations?(, page 1 sur \d+)?$/),
    typed,
  ).toBeAttached();
}

test('money is found by shop, payee, amount and day, and what was found is announced', async ({ page }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard/transactions');
  await rowsOf(page).first().waitFor();
  // One below a thousand, whose digits are in one piece.
  const rows = await rowsOf(page).allInnerTexts();
  const amount = rows.map((row) => /(?<=[−+])\d+,\d\d\s€/.exec(row)?.[0]).find(Boolean) ?? '';
  const groups = await tableOf(page)
    .getByRole('rowgroup')
    .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label') ?? ''));
  const day = groups.map((name) => /\d+ \p{L}+(?=\.? \d{4})/u.exec(name)?.[0]).find(Boolean) ?? '';

  await find(page, 'librairie du pont', /Librairie du Pont/);
  await find(page, amount.replace(/\s/g, ''), new RegExp(amount));
  await find(page, amount, new RegExp(amount));
  await find(page, amount.replace(',', '.'), new RegExp(amount));
  await page.getByLabel('Rechercher').fill(day);
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('rowgroup')
        .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')).filter(Boolean)),
    )
    .toEqual([expect.stringContaining(day)]);

  // The account's name is nowhere in the row: the detail has it.
  await page.getByLabel('Rechercher').fill('garage delorme');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('garage delorme');
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await rowsOf(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText('Garage Delorme');
  await axeFindsNothing(page, 'found');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page.getByRole('status').getByText(/^\d+ opérations, page 2 sur \d+$/)).toBeAttached();
});

test('the assistant is used at 400 %', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Ouvrir l’assistant' }).click();
  const chat = page.getByRole('dialog', { name: 'Assistant Bank PCS' });
  await chat.getByRole('textbox').fill('On m’a volé ma carte');
  await page.keyboard.press('Enter');
  const log = chat.getByRole('log');
  await expect(log.getByText(/Bloquez-la d’abord/)).toBeVisible();
  await expect(log.getByRole('link').last()).toBeInViewport();
  expect((await log.boundingBox())?.height).toBeGreaterThan(80);
  await expect(chat.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await expect(chat.getByRole('button', { name: /^Fermer/ }).first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await axeFindsNothing(page, 'chat at 400 %');
});
