import type { Locator } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { startSession } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

/** The heights at which the parts begin; parts of one row share theirs. */
const rowsOf = async (parts: Locator[]) => {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size;
};

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

test.describe('under a finger', () => {
  test.use({ hasTouch: true });

  test('the header of the public pages is one row, also 320 px wide', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/faq');
    const header = page.getByRole('banner');
    const parts = [
      header.getByRole('link', { name: 'Bank PCS' }),
      header.getByRole('button', { name: 'English' }),
      header.getByRole('button', { name: 'Menu' }),
    ];
    await expect.poll(() => rowsOf(parts)).toBe(1);
  });

  test('what can be done with a user is one row of a telephone', async ({ page, bank }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await startSession(page, 'admin', bank.backOfficeUrl);
    await page.goto(`${bank.backOfficeUrl}/admin/users`);
    const actions = page.getByRole('row').filter({ hasText: 'marie@' }).getByRole('button');
    await expect(actions).toHaveCount(4);
    expect(await rowsOf(await actions.all())).toBe(1);
  });
});

test('filters and figures of the back-office fill their rows', async ({ page, bank }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`${bank.backOfficeUrl}/admin/users`);
  const choices = page.getByRole('search').getByRole('combobox');
  await expect(choices).toHaveCount(4);
  expect(await rowsOf(await choices.all())).toBe(1);

  await page.goto(`${bank.backOfficeUrl}/admin/exchange`);
  const figure = (name: string) => page.getByRole('main').getByText(name, { exact: true });
  await expect(figure('Résultat latent')).toBeVisible();
  expect(await rowsOf([figure('Résultat réalisé'), figure('Résultat latent')])).toBe(1);
  expect(await rowsOf([figure('Cours du'), figure('Âge des cours')])).toBe(1);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${bank.backOfficeUrl}/admin/tickets`);
  const search = page.getByRole('search');
  await expect(search).toBeVisible();
  expect(await widthOf(search.getByRole('searchbox'))).toBeGreaterThan(
    2 * (await widthOf(search.getByRole('combobox'))),
  );

  await page.goto(`${bank.backOfficeUrl}/admin/rail`);
  const limit = page.getByRole('textbox', { name: 'Jusqu’à quel montant' });
  await expect(limit).toBeVisible();
  expect(await widthOf(limit)).toBeLessThan(600);
});
