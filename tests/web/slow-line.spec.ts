import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { withoutLiveEvents } from './axe';
import { ownCustomer, startSession } from './people';
import { matrixUnless } from './matrix';

const expect = assert.configure({ timeout: 30_000 });

test.use({ viewport: { width: 390, height: 844 } });
test.slow();
test.beforeEach(({ context }) => withoutLiveEvents(context));

/** A slow mobile connection: 400 ms round trip, 400 kbit/s. */
async function overASlowLine(page: Page) {
  const network = await page.context().newCDPSession(page);
  const bytesPerSecond = 400_000 / 8;
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Opens a page and returns its cumulative layout shift while loading. */
async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // An observer of nothing is never called.
        setTimeout(() => resolve(0), 500);
      }),
  );
}

const few = ['/', '/dashboard'];
const others = [
  'balance',
  'cards',
  'scheduled',
  'transactions',
  'notifications',
  'kyc',
  'check-balance',
  'currencies',
  'rates',
];
const all = [...few, ...[...others, 'settings'].map((tab) => `/dashboard/${tab}`), '/faq', '/contact'];

for (const addresses of [few, all]) {
  test(`nothing jumps while ${addresses.length} pages load${matrixUnless(false)}`, async ({
    page,
    context,
    bank,
  }) => {
    await ownCustomer(context, bank.shellUrl, { funds: 50 });
    await overASlowLine(page);
    for (const address of addresses) {
      expect(await shiftOf(page, address), address).toBeLessThan(0.05);
    }
  });
}

test(`nothing jumps while pages of the back-office and of visitors load${matrixUnless(false)}`, async ({
  page,
  bank,
}) => {
  await page.goto(bank.shellUrl);
  await overASlowLine(page);
  // Placeholders of another height than the page move what follows.
  expect(await shiftOf(page, `${bank.shellUrl}/forgot-password`)).toBeLessThan(0.002);
  await startSession(page, 'admin', bank.backOfficeUrl);
  for (const path of ['settings', 'kyc', 'releases', 'users/2', 'incidents']) {
    expect(await shiftOf(page, `${bank.backOfficeUrl}/admin/${path}`), path).toBeLessThan(0.002);
  }
});

test(`a part whose height is not known before its answer moves nothing below it${matrixUnless(false)}`, async ({
  page,
  bank,
}) => {
  const answerLate = () =>
    page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
  const shifts: Record<string, number> = {};
  const measure = async (url: string, paths: string[]) => {
    for (const path of paths) shifts[path] = await shiftOf(page, `${url}/${path}`);
  };
  await startSession(page, 'marie', bank.shellUrl);
  await answerLate();
  const parts = ['direct-debits', 'payees', 'scheduled', 'currencies'];
  await measure(bank.shellUrl, ['dashboard', ...parts.map((part) => `dashboard/${part}`), 'requests']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await startSession(page, 'admin', bank.backOfficeUrl);
  await answerLate();
  await measure(`${bank.backOfficeUrl}/admin`, ['conversations', 'partners/1', 'validate-payments']);
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.002)).toEqual([]);
});

test(`what is below a part without an answer is visible after a moment${matrixUnless(false)}`, async ({
  page,
  bank,
}) => {
  await startSession(page, 'marie', bank.shellUrl);
  const unanswered: string[] = [];
  await page.route(/direct-debits\?.*held/, (route) => void unanswered.push(route.request().url()));
  await page.goto('/dashboard/direct-debits');
  await expect(page.getByRole('heading', { name: 'Mes mandats' })).toBeVisible();
  expect(unanswered).toHaveLength(1);
});

test('repeated taps send money once', async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await page.goto('/dashboard?action=add-funds');
  await page.getByLabel('Montant').fill('12,50');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await overASlowLine(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/balance/update')) sent += 1;
  });
  await page.getByRole('button', { name: /^Ajouter 12,50\s€$/ }).dblclick();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Solde disponible' })).toContainText(/62,50\s€/);
  expect(sent).toBe(1);
});

test(`the assistant's button moves nothing on a phone${matrixUnless(false)}`, async ({
  page,
  context,
  bank,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await overASlowLine(page);
  for (const tab of ['balance', 'rates']) {
    expect(await shiftOf(page, `/dashboard/${tab}`), tab).toBeLessThan(0.0005);
  }
});
