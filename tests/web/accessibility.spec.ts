import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing, withoutLiveEvents } from './axe';
import { startSession } from './people';

const visitor = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password#token=x',
  '/confirm-email#token=x',
  '/faq',
  '/contact',
  '/no/such/page',
];
const customer = [
  '/dashboard',
  '/dashboard/balance',
  '/dashboard/cards',
  '/dashboard/scheduled',
  '/dashboard/transactions',
  '/dashboard/notifications',
  '/dashboard/kyc',
  '/dashboard/check-balance',
  '/dashboard/settings',
];
const staff = [
  '/admin',
  '/valider-paiement',
  '/users',
  '/admin/settings',
  '/admin/logs',
  '/admin/kyc',
  '/admin/partners',
];

test.beforeEach(({ context }) => withoutLiveEvents(context));

/** At 400 % zoom a 1280 px window is 320 px wide (WCAG 2.2, 1.4.10): nothing may scroll sideways. */
const zoomed = { width: 320, height: 640 };

/** Axe finds nothing in a page, which reflows when zoomed. */
async function check(page: Page, address: string) {
  const viewport = page.viewportSize()!;
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await axeFindsNothing(page);
  await page.setViewportSize(zoomed);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, `${address} at 400 %`).toBeLessThanOrEqual(0);
  await page.setViewportSize(viewport);
}

/** Every theme and width; all but the first only with the long matrices. */
const looks = [
  ['light', 1440, ''],
  ['dark', 390, '@matrix'],
  ['dark', 1440, '@matrix'],
  ['light', 390, '@matrix'],
  ['light', 768, '@matrix'],
  ['dark', 768, '@matrix'],
] as const;

for (const [theme, width, tag] of looks) {
  test.describe(`axe and 400 % zoom, ${theme}, ${width} px`, { tag: tag || [] }, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 } });
    test.slow();

    test('the public pages pass', async ({ page }) => {
      for (const address of visitor) await check(page, address);
    });

    test('the customer area passes', async ({ page }) => {
      await startSession(page, 'marie');
      for (const address of customer) await check(page, address);
    });

    test('the back-office passes', async ({ page, bank }) => {
      await startSession(page, 'admin', bank.backOfficeUrl);
      for (const address of staff) await check(page, bank.backOfficeUrl + address);
    });
  });
}

test('axe finds nothing on the pages of the partner site', async ({ page, bank }) => {
  for (const address of ['/', '/loyer.html', '/documentation.html', '/documentation.en.html']) {
    await page.goto(bank.partnerUrl + address);
    await expect(page.getByRole('button', { name: /assist/i })).toBeVisible();
    await axeFindsNothing(page);
  }
});
