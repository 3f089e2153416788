import type { Page } from '@playwright/test';
import type { Bank } from '../support/bank';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { published, republish, versionNow } from './made-remotes';
import { ownCustomer } from './people';
import { formOf } from './transfer-form';

interface Where {
  bank: Bank;
  remotesDir: string;
}

const inFrench = <T>(french: T) => french;

/** Releases a version of the dashboard with this title of the overview. */
async function comesOut({ request }: Page, { bank, remotesDir }: Where, overview: string) {
  const file = (content: string) => content.replaceAll('Vue d’ensemble', overview);
  const version = await republish(remotesDir, 'dashboard', { file });
  await published(request, bank.shellUrl, 'dashboard', version);
  return version;
}

const overview = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.beforeEach(async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await page.goto('/dashboard');
});

test('an open tab keeps typed text when a version is released, and loads it at the next navigation', async ({
  page,
  bank,
  remotesDir,
}) => {
  const form = formOf(page, inFrench);
  await form.open();
  await form.recipient.fill('CLI-2041');
  await comesOut(page, { bank, remotesDir }, 'Tour d’horizon');

  // Half a minute later for the page.
  await page.clock.setSystemTime(Date.now() + 30_000);
  const asked = page.waitForResponse('**/remotes.json*');
  const tabs = page.getByRole('complementary', { name: 'Espace personnel' });
  await tabs
    .getByRole('link', { name: 'Solde', exact: true, includeHidden: true })
    .dispatchEvent('pointerover');
  await asked;
  await expect(form.recipient).toHaveValue('CLI-2041');
  await form.amount.fill('12');
  await expect(form.recipient).toHaveValue('CLI-2041');

  await page.keyboard.press('Escape');
  await tabs.getByRole('link', { name: 'Solde', exact: true }).click();
  await tabs.getByRole('link', { name: 'Accueil' }).click();
  await expect(overview(page, 'Tour d’horizon')).toBeVisible();
});

test('a missing part is loaded from the current version, with the typed values @matrix', async ({
  page,
  bank,
  remotesDir,
}) => {
  const form = formOf(page, inFrench);
  await form.open();
  // The page is left at once, before the encrypted copy has the draft.
  await form.recipient.fill('CLI-2041');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const old = await versionNow(page.request, bank.shellUrl, 'dashboard');
  await comesOut(page, { bank, remotesDir }, 'Panorama');

  // As after thirty days: the files of the old version are gone.
  await page.route(`**/remotes/dashboard/${old}*/**`, (route) =>
    route.fulfill({ status: 404, body: 'gone' }),
  );
  await form.open();
  await expect(form.recipient).toHaveValue('CLI-2041');
  await page.keyboard.press('Escape');
  const tabs = page.getByRole('complementary', { name: 'Espace personnel' });
  await tabs.getByRole('link', { name: 'Solde', exact: true }).click();
  await tabs.getByRole('link', { name: 'Accueil' }).click();
  await expect(overview(page, 'Panorama')).toBeVisible();
});

test('a version that does not load is replaced by the last good one @matrix', async ({
  page,
  bank,
  remotesDir,
}) => {
  const failing = await comesOut(page, { bank, remotesDir }, 'Survol');
  await page.route(`**/remotes/dashboard/${failing}*/**`, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(
    page.getByRole('heading', { level: 1, name: /Vue d’ensemble|Tour d’horizon|Panorama/ }),
  ).toBeVisible();
});
