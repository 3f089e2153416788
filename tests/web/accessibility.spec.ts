import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing, withoutLiveEvents } from './axe';
import { focusIsSeen, lowTargets, printsAsSheet } from './looks';
import { ownCustomer, startSession } from './people';

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
  '/dashboard/account',
  '/dashboard/direct-debits',
  '/dashboard/currencies',
  '/dashboard/rates',
  '/dashboard/pay',
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
  '/admin/exchange',
];

test.beforeEach(({ context }) => withoutLiveEvents(context));

/** At 400 % zoom a 1280 px window is 320 px wide (WCAG 2.2, 1.4.10): nothing may scroll sideways. */
const zoomed = { width: 320, height: 640 };

/**
 * Axe finds nothing in a page, which reflows when zoomed; nothing covers what has the focus there, a finger finds every
 * target on a telephone, and it is a sheet of its own on paper.
 */
async function check(page: Page, address: string) {
  const viewport = page.viewportSize()!;
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Chargement')).toHaveCount(0);
  await axeFindsNothing(page);
  if (isTelephone(viewport)) expect(await lowTargets(page), `${address}: too low for a finger`).toEqual([]);
  await page.setViewportSize(zoomed);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, `${address} at 400 %`).toBeLessThanOrEqual(0);
  await focusIsSeen(page, `${address} at 400 %`);
  await page.setViewportSize(viewport);
  await printsAsSheet(page, address);
}

const isTelephone = ({ width }: { width: number }) => width < 480;

type Area = 'public' | 'customer' | 'staff';

/** Every theme and width, with the areas that `npm test` checks in it; the rest only with the long matrices. */
const looks: [theme: 'light' | 'dark', width: number, ...always: Area[]][] = [
  ['light', 1440, 'public', 'staff'],
  ['dark', 390, 'customer'],
  ['dark', 1440],
  ['light', 390],
  ['light', 768],
  ['dark', 768],
];

for (const [theme, width, ...always] of looks) {
  const tagOf = (area: Area) => ({ tag: always.includes(area) ? [] : '@matrix' });
  test.describe(`axe and 400 % zoom, ${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 }, hasTouch: isTelephone({ width }) });
    test.slow();

    test('the public pages pass', tagOf('public'), async ({ page }) => {
      for (const address of visitor) await check(page, address);
    });

    test('the customer area passes', tagOf('customer'), async ({ page }) => {
      await startSession(page, 'marie');
      for (const address of customer) await check(page, address);
    });

    test('the back-office passes', tagOf('staff'), async ({ page, bank }) => {
      await startSession(page, 'admin', bank.backOfficeUrl);
      for (const address of staff) await check(page, bank.backOfficeUrl + address);
    });
  });
}

/** As long as a name or a subject may be, without a place to break. */
const longWord = 'W'.repeat(60);

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a name without a space makes no page wider', async ({ page, bank, context }) => {
    const { id } = await ownCustomer(context, bank.shellUrl, {
      person: { first_name: longWord, last_name: longWord },
    });
    const fits = async (address: string) => {
      await page.goto(address);
      await expect(page.getByRole('main').getByText(longWord).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    };
    await fits('/dashboard');
    await startSession(page, 'admin', bank.backOfficeUrl);
    await fits(`${bank.backOfficeUrl}/admin/users/${id}`);
    await fits(`${bank.backOfficeUrl}/admin/users/${id}/cards`);
  });
});

test('axe finds nothing on the pages of the partner site', async ({ page, bank }) => {
  for (const address of ['/', '/loyer.html']) {
    await page.goto(bank.partnerUrl + address);
    await expect(page.getByRole('button', { name: /assist/i })).toBeVisible();
    await axeFindsNothing(page);
  }
});
