import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { startSession } from './people';

/** The charts of both shells, by the name of what moves over them; `difference` is beside the chart. */
const charts = [
  {
    at: '/dashboard/balance',
    chart: (page: Page) => page.getByRole('region', { name: 'Les 90 derniers jours' }),
    scrubber: 'Fin de journée',
    difference: /de (plus|moins).* que le \d|Autant que/,
  },
  {
    at: '/dashboard/cards/spending',
    chart: (page: Page) => page.getByRole('main'),
    scrubber: 'Mois affiché',
    difference: /de (plus|moins).* que le mois d’avant|Autant que/,
  },
] as const;

const ofStaff = {
  at: '/admin',
  chart: (page: Page) => page.getByRole('region', { name: 'Paiements par jour et par issue' }),
  scrubber: 'Jour',
  difference: /les 30\sjours d’avant/,
} as const;

type Chart = (typeof charts)[number] | typeof ofStaff;

/** The middle of a chart's ground, at a share of its width. */
async function placeOf(slider: Locator, share: number) {
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
}

/** The text of a chart’s point, which is shown and announced alike. */
async function valueIn(chart: Locator, slider: Locator): Promise<string> {
  const words = (await slider.getAttribute('aria-valuetext')) ?? '';
  await expect(chart.getByText(words, { exact: true }).first()).toBeVisible();
  expect(words).toMatch(/\d/);
  return words;
}

async function open(page: Page, { at, chart, scrubber, difference }: Chart, origin = '') {
  await page.goto(origin + at);
  const region = chart(page);
  const slider = region.getByRole('slider', { name: scrubber }).first();
  await expect(slider).toBeAttached();
  await expect(region.getByText(difference).first()).toBeVisible();
  return { region, slider };
}

async function valuesOnHoverAndFocus(page: Page, chart: Chart, origin = '') {
  const { region, slider } = await open(page, chart, origin);
  const last = await valueIn(region, slider);
  const { x, y } = await placeOf(slider, 0.002);
  await page.mouse.move(x, y);
  await expect(slider).not.toHaveAttribute('aria-valuetext', last);
  const first = await valueIn(region, slider);
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', last);
  await valueIn(region, slider);
  await page.keyboard.press('Home');
  await expect(slider).not.toHaveAttribute('aria-valuetext', last);
  expect(first).not.toBe(last);
  await axeFindsNothing(page, chart.at);
}

test('charts show their values to the mouse and to the keys, and the difference to before', async ({
  page,
  bank,
}) => {
  await startSession(page, 'marie');
  for (const chart of charts) await valuesOnHoverAndFocus(page, chart);
  await startSession(page, 'admin', bank.backOfficeUrl);
  await valuesOnHoverAndFocus(page, ofStaff, bank.backOfficeUrl);
});

test.describe('by a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('charts show the values under a finger @matrix', async ({ page, bank }) => {
    test.slow();
    const touch = async (chart: Chart, origin = '') => {
      const { region, slider } = await open(page, chart, origin);
      const last = await valueIn(region, slider);
      const { x, y } = await placeOf(slider, 0.002);
      await page.touchscreen.tap(x, y);
      await expect(slider).not.toHaveAttribute('aria-valuetext', last);
      const first = await valueIn(region, slider);
      // Repeated, since data that arrives between measuring and tapping may move the chart.
      await expect(async () => {
        const end = await placeOf(slider, 0.998);
        await page.touchscreen.tap(end.x, end.y);
        await expect(slider).toHaveAttribute('aria-valuetext', last, { timeout: 1_000 });
      }).toPass();
      expect(first).not.toBe(last);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    };
    await startSession(page, 'marie');
    for (const chart of charts) await touch(chart);
    await startSession(page, 'admin', bank.backOfficeUrl);
    await touch(ofStaff, bank.backOfficeUrl);
  });
});
