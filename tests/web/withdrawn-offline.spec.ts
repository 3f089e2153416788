import type { BrowserContext, Page } from '@playwright/test';
import type { Bank } from '../support/bank';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { published, republish } from './made-remotes';
import { ownCustomer } from './people';
import { copied, readyOffline, storedBy } from './stored';

test.use({ serviceWorkers: 'allow' });

interface Where {
  bank: Bank;
  remotesDir: string;
}

/** Releases a version of the dashboard with this title of the overview, in place of the one before. */
async function comesOut(page: Page, { bank, remotesDir }: Where, overview: string) {
  const file = (content: string) => content.replaceAll('Vue d’ensemble', overview);
  const version = await republish(remotesDir, 'dashboard', { file });
  await published(page.request, bank.shellUrl, 'dashboard', version);
  return version;
}

const overview = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the overview of a new customer in its version of now, until it would open without a network. */
async function openKept(page: Page, context: BrowserContext, { bank }: Where, title: string) {
  await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await page.goto('/dashboard');
  await expect(overview(page, title)).toBeVisible();
  await readyOffline(page);
  await copied(page, 3);
}

test('a release that was taken back never opens again from the browser, offline or online @matrix', async ({
  page,
  context,
  bank,
  remotesDir,
}) => {
  const old = await comesOut(page, { bank, remotesDir }, 'Belvédère');
  await openKept(page, context, { bank, remotesDir }, 'Belvédère');
  await context.setOffline(true);
  await page.reload();
  await expect(overview(page, 'Belvédère')).toBeVisible();

  const next = await comesOut(page, { bank, remotesDir }, 'Esplanade');
  await context.setOffline(false);
  await page.reload();
  await expect(overview(page, 'Esplanade')).toBeVisible();
  // The worker has heard of it: nothing of the old release is left, and the new one is there.
  await expect.poll(async () => (await storedBy(context, page)).includes(`/dashboard/${next}/`)).toBe(true);
  await readyOffline(page);
  expect(await storedBy(context, page)).not.toContain(old);
  await context.setOffline(true);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(overview(other, 'Esplanade')).toBeVisible();
});

test('a newer registry closes the kept one even where its files cannot be fetched any more @matrix', async ({
  page,
  context,
  bank,
  remotesDir,
}) => {
  await comesOut(page, { bank, remotesDir }, 'Corniche');
  await openKept(page, context, { bank, remotesDir }, 'Corniche');
  await comesOut(page, { bank, remotesDir }, 'Terrasse');
  // The registry answers; then the network is gone.
  await context.route('**/dashboard', (route) => route.abort());
  await page.evaluate(async () => void (await (await fetch('/remotes.json')).json()));
  await expect.poll(() => page.evaluate(() => caches.match('/worker/document').then(Boolean))).toBe(false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pas de réseau' })).toBeVisible();
});

test('after a day without the server the kept registry opens nothing', async ({
  page,
  context,
  bank,
  remotesDir,
}) => {
  await comesOut(page, { bank, remotesDir }, 'Promenade');
  await openKept(page, context, { bank, remotesDir }, 'Promenade');
  await page.evaluate(async () => {
    const cache = await caches.open('bank-shell');
    const kept = await cache.match('/worker/document');
    if (!kept) throw new Error('no document is kept');
    const headers = new Headers(kept.headers);
    headers.set('X-Confirmed-At', String(Date.now() - 25 * 60 * 60 * 1_000));
    await cache.put('/worker/document', new Response(await kept.text(), { headers }));
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pas de réseau' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Réessayer' })).toHaveAttribute('href', '/dashboard');
});
