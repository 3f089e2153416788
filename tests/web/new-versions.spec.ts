import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { published, republish, versionNow } from './made-remotes';
import { ownCustomer } from './people';
import { formOf } from './transfer-form';

const inFrench = <T>(french: T) => french;

/** A version of the dashboard comes out that calls its overview by this name. */
async function comesOut(remotesDir: string, overview: string) {
  await republish(remotesDir, 'dashboard', {
    file: (content) => content.replaceAll('Vue d’ensemble', overview),
  });
}

const overview = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.beforeEach(async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await page.goto('/dashboard');
});

test('an open tab keeps what is typed when a version comes out, and takes it at the next navigation', async ({
  page,
  bank,
  remotesDir,
  request,
}) => {
  const form = formOf(page, inFrench);
  await form.open();
  await form.recipient.fill('CLI-2041');
  await comesOut(remotesDir, 'Tour d’horizon');
  await published(request, bank.shellUrl, 'dashboard', '9.0.0');

  // Half a minute later, as far as the page can tell.
  await page.clock.setSystemTime(Date.now() + 30_000);
  const asked = page.waitForResponse('**/remotes.json');
  const tabs = page.getByRole('complementary', { name: 'Espace personnel' });
  await tabs.getByRole('link', { name: 'Solde', includeHidden: true }).dispatchEvent('pointerover');
  await asked;
  await expect(form.recipient).toHaveValue('CLI-2041');
  await form.amount.fill('12');
  await expect(form.recipient).toHaveValue('CLI-2041');

  await page.keyboard.press('Escape');
  await tabs.getByRole('link', { name: 'Solde', exact: true }).click();
  await tabs.getByRole('link', { name: 'Vue d’ensemble' }).click();
  await expect(overview(page, 'Tour d’horizon')).toBeVisible();
});

test('a part that is gone is taken from the current version, with what was typed', async ({
  page,
  bank,
  remotesDir,
  request,
}) => {
  const form = formOf(page, inFrench);
  await form.open();
  await form.recipient.fill('CLI-2041');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const old = await versionNow(request, bank.shellUrl, 'dashboard');
  await comesOut(remotesDir, 'Panorama');
  await published(request, bank.shellUrl, 'dashboard', '9.0.0');

  // As after thirty days: the files of the old version are no more.
  await page.route(`**/remotes/dashboard/${old}*/**`, (route) =>
    route.fulfill({ status: 404, body: 'gone' }),
  );
  await form.open();
  await expect(form.recipient).toHaveValue('CLI-2041');
  await page.keyboard.press('Escape');
  const tabs = page.getByRole('complementary', { name: 'Espace personnel' });
  await tabs.getByRole('link', { name: 'Solde', exact: true }).click();
  await tabs.getByRole('link', { name: 'Vue d’ensemble' }).click();
  await expect(overview(page, 'Panorama')).toBeVisible();
});

test('a version that does not load gives way to the last good one', async ({
  page,
  bank,
  remotesDir,
  request,
}) => {
  await comesOut(remotesDir, 'Survol');
  await published(request, bank.shellUrl, 'dashboard', '9.0.0');
  const failing = await versionNow(request, bank.shellUrl, 'dashboard');
  await page.route(`**/remotes/dashboard/${failing}*/**`, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(
    page.getByRole('heading', { level: 1, name: /Vue d’ensemble|Tour d’horizon|Panorama/ }),
  ).toBeVisible();
});
