import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { startSession } from './people';
import { matrixUnless } from './matrix';

// The failures in this file are deliberate.
test.use({ allowPageErrors: true });

interface Screen {
  remote: string;
  site: 'shell' | 'back-office';
  path: string;
  heading: RegExp;
  person?: 'marie' | 'admin';
}

const screens: Screen[] = [
  { remote: 'landing', site: 'shell', path: '/', heading: /compte bancaire/ },
  { remote: 'auth', site: 'shell', path: '/signup', heading: /Ouvrir mon compte/ },
  { remote: 'support', site: 'shell', path: '/faq', heading: /questions/i },
  { remote: 'dashboard', site: 'shell', path: '/dashboard/balance', heading: /Solde/, person: 'marie' },
  { remote: 'cards', site: 'shell', path: '/dashboard/cards', heading: /cartes/i, person: 'marie' },
  { remote: 'admin-payments', site: 'back-office', path: '/admin', heading: /./, person: 'admin' },
  { remote: 'admin-users', site: 'back-office', path: '/users', heading: /utilisateurs/i, person: 'admin' },
];

const stub = 'Cette partie du site ne répond pas';

for (const down of screens) {
  test(`without ${down.remote} every other screen works, and a retry brings it back${matrixUnless(down.remote === 'dashboard')}`, async ({
    page,
    browser,
    bank,
  }) => {
    test.slow();
    const origins = { shell: bank.shellUrl, 'back-office': bank.backOfficeUrl };
    const staff = await (await browser.newContext()).newPage();
    await startSession(staff, 'admin', bank.backOfficeUrl);
    const customer = await (await browser.newContext()).newPage();
    await startSession(customer, 'marie', bank.shellUrl);
    // A new context, since a browser needs no server for cached files.
    const signedIn = { marie: customer, admin: staff }[down.person ?? 'marie'].context();
    const storageState = down.person && (await signedIn.storageState());
    const fresh = await (await browser.newContext({ storageState, locale: 'fr-FR' })).newPage();
    const folder = path.join(bank.dataDir, 'releases', down.remote);
    await rename(folder, `${folder}.gone`);
    try {
      await fresh.goto(origins[down.site] + down.path);
      await expect(fresh.getByText(stub)).toBeVisible();
      for (const other of screens.filter(({ remote }) => remote !== down.remote)) {
        await opens(
          { marie: customer, admin: staff, nobody: page }[other.person ?? 'nobody'],
          other,
          origins,
        );
      }
    } finally {
      await rename(`${folder}.gone`, folder);
    }
    await fresh.getByRole('button', { name: 'Réessayer' }).click();
    await expect(fresh.getByRole('heading', { level: 1, name: down.heading })).toBeVisible();
    await fresh.context().close();
    await staff.context().close();
    await customer.context().close();
  });
}

async function opens(
  page: Page,
  { site, path: pathname, heading }: Screen,
  origins: Record<Screen['site'], string>,
) {
  await page.goto(origins[site] + pathname);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

const cards = '**/remotes/cards/**';

test('a remote whose server fails leaves a stub, the navigation, and a retry that works', async ({
  page,
}) => {
  await startSession(page, 'marie');
  await page.route(cards, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }));
  await page.goto('/dashboard/cards');
  await expect(page.getByText(stub)).toBeVisible();
  await page.unroute(cards);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /cartes/i })).toBeVisible();
});

test('a remote that hangs times out after eight seconds, and a retry loads it again @matrix', async ({
  page,
}) => {
  await startSession(page, 'marie');
  await page.route(cards, () => new Promise(() => undefined));
  await page.goto('/dashboard/cards', { waitUntil: 'commit' });
  await expect(page.getByText(stub)).toBeVisible({ timeout: 12_000 });
  await page.unroute(cards);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /cartes/i })).toBeVisible();
});

test('what the shell gives to remotes later is asked for again after a failure', async ({ page }) => {
  const late = /\/assets\/shell\/late\.[0-9a-f]+\.js$/;
  await startSession(page, 'marie');
  await page.route(late, (route) => route.abort());
  await page.goto('/dashboard/transactions');
  const retry = page.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await page.unroute(late);
  await retry.click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(retry).toBeHidden();
});
