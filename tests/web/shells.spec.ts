import { expect, test } from '../support/bank-fixture';
import { signIn } from './people';

test('the back-office’s addresses lead to the back-office', async ({ page, bank }) => {
  for (const path of ['/admin', '/users', '/valider-paiement']) {
    await page.goto(path);
    await expect(page).toHaveURL(
      `${bank.backOfficeUrl}/login${path === '/admin' ? '' : `?from=${encodeURIComponent(path)}`}`,
    );
  }
});

test('aliases open the same screens, with their place in the sidebar', async ({ page }) => {
  await signIn(page, 'marie');
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
  await signIn(page, 'marie');
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
  await page.getByRole('group', { name: /theme/i }).getByRole('button', { name: 'Dark' }).click();
  await expect(second.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('European banking license, funds protected')).toBeVisible();
});

test('an unknown address says so and leads home', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL('/');
});

test('the keyboard reaches the page at once and every link of the navigation', async ({ page }) => {
  await signIn(page, 'marie');
  await page.keyboard.press('Tab');
  await page.goto('/dashboard/balance');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Aller au contenu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a cold page reaches a remote’s first paint in at most three serial round trips', async ({ page }) => {
  for (const path of ['/', '/login', '/faq']) {
    const requests = new Map<string, { start: number; end: number }>();
    page.on('requestfinished', (request) => {
      const { startTime, responseEnd } = request.timing();
      requests.set(request.url(), { start: startTime, end: startTime + responseEnd });
    });
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const needed = [...requests].filter(([url]) => /\/(assets|remotes)\/.*\.(js|css)$/.test(url));
    expect(needed.length).toBeGreaterThan(2);
    expect(longestChain(needed.map(([, times]) => times))).toBeLessThanOrEqual(3);
    requests.clear();
    page.removeAllListeners('requestfinished');
  }
});

/** The most requests of which each began only after the one before had ended. */
function longestChain(times: { start: number; end: number }[]): number {
  const ordered = times.sort((left, right) => left.end - right.end);
  const chains = ordered.map(() => 1);
  ordered.forEach(({ start }, at) => {
    for (let before = 0; before < at; before += 1) {
      if ((ordered[before]?.end ?? Infinity) <= start)
        chains[at] = Math.max(chains[at] ?? 1, (chains[before] ?? 1) + 1);
    }
  });
  return Math.max(0, ...chains);
}

test('pointing at a tab fetches its remote before the click', async ({ page }) => {
  await signIn(page, 'marie');
  const fetched = page.waitForRequest(/\/remotes\/cards\//);
  await page
    .getByRole('complementary', { name: 'Espace personnel' })
    .getByRole('link', { name: 'Cartes' })
    .hover();
  await fetched;
});
