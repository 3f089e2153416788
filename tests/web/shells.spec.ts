import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { ownCustomer, startSession } from './people';

test('the back-office’s addresses lead to the back-office', async ({ page, bank }) => {
  for (const path of ['/admin', '/users', '/valider-paiement']) {
    await page.goto(path);
    await expect(page).toHaveURL(
      `${bank.backOfficeUrl}/login${path === '/admin' ? '' : `?from=${encodeURIComponent(path)}`}`,
    );
  }
});

test('aliases open the same screens, with their place in the sidebar', async ({ page }) => {
  await startSession(page, 'marie');
  const sidebar = page.getByRole('complementary', { name: 'Espace personnel' });
  for (const [path, tab] of [
    ['/kyc', 'Identité'],
    ['/settings', 'Paramètres'],
    ['/transactions', 'Transactions'],
    ['/scheduled-payments', 'Débits'],
    ['/dashboard/solde', 'Solde'],
    ['/dashboard/carte', 'Cartes'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
});

test('the back button and the title follow the tabs', async ({ page }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary', { name: 'Espace personnel' });
  await sidebar.getByRole('link', { name: 'Solde', exact: true }).click();
  await expect(page).toHaveTitle(/^Solde · Bank PCS$/);
  await sidebar.getByRole('link', { name: 'Cartes' }).click();
  await expect(page).toHaveTitle(/cartes · Bank PCS$/i);
  await page.goBack();
  await expect(page).toHaveTitle(/^Solde · Bank PCS$/);
});

test('language and theme are remembered, and the other tab follows the language', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const second = await context.newPage();
  await second.goto('/login');
  await page
    .getByRole('group', { name: /langue/i })
    .getByRole('button', { name: /EN/ })
    .click();
  await page
    .getByRole('group', { name: /appearance|theme/i })
    .getByRole('button', { name: 'Dark' })
    .click();
  await expect(second.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('European banking license, funds protected')).toBeVisible();
});

test('an unknown address shows a notice and links to the home page', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL('/');
});

test('the keyboard reaches the page directly, and every link of the navigation', async ({ page }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard/balance');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Aller au contenu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the focus stays in the page when what has it goes away', async ({ page, bank }) => {
  await startSession(page, 'marie');
  await page.goto(`${bank.shellUrl}/dashboard/balance`);
  const link = page.getByRole('main').getByRole('link').first();
  await link.focus();
  await expect(link).toBeFocused();
  await page.evaluate(() => document.activeElement?.remove());
  await expect(page.locator('main :focus')).toHaveRole('heading');
});

test('a cold page reaches a remote’s first paint in at most three serial round trips @matrix', async ({
  browser,
  bank,
}) => {
  const owners = {
    '/': 'landing',
    '/login': 'auth',
    '/signup': 'auth',
    '/faq': 'support',
    '/dashboard/cards': 'cards',
  };
  for (const [path, owner] of Object.entries(owners)) {
    const context = await browser.newContext();
    if (path.startsWith('/dashboard')) await ownCustomer(context, bank.shellUrl);
    const page = await context.newPage();
    const trips = await countTrips(page);
    await page.goto(bank.shellUrl + path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    // Contributions of other remotes to the frame do not delay the page.
    const own = () =>
      [...trips].filter(([url]) => url.includes(`/remotes/${owner}/`)).map(([, count]) => count);
    // A public page shows what the server rendered before it loads its script.
    await expect.poll(() => own().length, path).toBeGreaterThan(1);
    expect(Math.max(...own()), path).toBeLessThanOrEqual(3);
    await page.context().close();
  }
});

/** The number of sequential responses before each script and style after the document, by initiator. */
async function countTrips(page: Page): Promise<Map<string, number>> {
  const trips = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (!/\.(js|css)$/.test(request.url) || trips.has(request.url)) return;
    const askers = [initiator.url, ...(initiator.stack?.callFrames.map(({ url }) => url) ?? [])];
    trips.set(request.url, 1 + Math.max(0, ...askers.map((url) => trips.get(url ?? '') ?? 0)));
  });
  return trips;
}

test('pointing at a link fetches its remote before the click', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const fetched = page.waitForRequest(/\/remotes\/auth\//);
  await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).hover();
  await fetched;
});

test('the assistant’s button covers nothing of a visitor’s footer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/faq');
  const assistant = page.getByRole('button', { name: 'Ouvrir l’assistant' });
  await expect(assistant).toBeVisible();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const themes = page.getByRole('contentinfo').getByRole('group');
  await expect(themes).toBeVisible();
  const [above, below] = [(await themes.boundingBox())!, (await assistant.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});
