import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { keptBy } from './kept';
import { addFunds, balanceOf, signIn, startSession, takenOver, typeCredentials } from './people';

const spend = (page: Page) => page.evaluate(() => localStorage.setItem('access_token', 'spent'));

test('a wrong password shows an error and keeps the name, the right one leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/login');
  await takenOver(page);
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill('paul');
  await page.getByLabel('Mot de passe', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('alert')).toContainText('Identifiant ou mot de passe incorrect.');
  await expect(page.getByLabel('Nom d’utilisateur ou e-mail')).toHaveValue('paul');
  await typeCredentials(page, 'paul');
  await expect(page).toHaveURL('/dashboard');
});

test('a guarded page requires sign-in and is reopened afterwards', async ({ page }) => {
  await page.goto('/dashboard/transactions?status=completed');
  await expect(page).toHaveURL(/\/login\?from=/);
  await typeCredentials(page, 'marie');
  await expect(page).toHaveURL('/dashboard/transactions?status=completed');
});

test('an expired access token is refreshed once for all waiting calls', async ({ page }) => {
  // Ends on a page without an application, whose calls would refresh the token as well.
  await startSession(page, 'marie');
  await spend(page);
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/refresh') && refreshes.push(request.url()));
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  expect(refreshes).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe('spent');
});

test('two tabs that refresh at once both keep working', async ({ page, context }) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await spend(page);
  await Promise.all([page.reload(), second.reload()]);
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  await expect(second.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
});

test('signing out in one tab ends the session in the other, and signing in restores it', async ({
  page,
  context,
}) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  const second = await context.newPage();
  await second.goto('/dashboard/balance');
  await expect(second.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/login');
  await expect(second).toHaveURL(/\/login\?from=/);
  await signIn(page, 'marie');
  await expect(second).toHaveURL('/dashboard/balance');
});

test.describe('nothing personal stays in the browser', () => {
  const person = { first_name: 'Zénobie', last_name: 'Quatrebarbes' };

  /** Visits the customer area and leaves traces: a look at the balance, drafts, a search. */
  async function walk(page: Page, bank: { shellUrl: string }) {
    const who = await newCustomer(bank.shellUrl, person);
    await addFunds(bank.shellUrl, who, 4321.5);
    const { account_number: iban } = await balanceOf(bank.shellUrl, who);
    await startSession(page, who.email);
    await page.goto('/dashboard/check-balance');
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
    await expect(page.getByRole('table')).toContainText('4 321,50');
    await page.goto('/dashboard/transactions');
    await page.goto('/dashboard/settings');
    await page.getByLabel('Ville').fill('Trifouillis-les-Oies');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Ajouter des fonds' }).click();
    await page.getByLabel('Montant').fill('77,31');
    const personal = [
      who.email,
      'Quatrebarbes',
      iban,
      iban.replace(/\s/g, ''),
      iban.slice(-8),
      '4321.5',
      '4 321',
      'Trifouillis',
      '77,31',
      'access_token',
      'refresh_token',
      'balance_checks',
    ];
    expect(await keptBy(page)).toContain('Trifouillis');
    const traces = async (of: Page) => {
      const kept = (await keptBy(of)).replace(/[\u00a0\u202f]/g, ' ');
      return personal.filter((text) => text.length > 3 && kept.includes(text));
    };
    return { who, traces };
  }

  test('after signing out, in this and another tab, and after going back', async ({
    page,
    context,
    bank,
  }) => {
    const { traces } = await walk(page, bank);
    const second = await context.newPage();
    await second.goto('/dashboard/check-balance');
    await expect(second.getByRole('table')).toContainText('4 321,50');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(second).toHaveURL(/\/login/);
    await expect(second.getByRole('table')).toBeHidden();
    expect([await traces(page), await traces(second)]).toEqual([[], []]);
    for (let steps = 0; steps < 4; steps += 1) {
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
      expect(await traces(page)).toEqual([]);
    }
  });

  test('after five minutes without activity, except typed text, for this page only @matrix', async ({
    page,
    bank,
  }) => {
    await page.clock.install();
    const { who, traces } = await walk(page, bank);
    await page.clock.fastForward('05:01');
    await expect(page).toHaveURL(/\/login/);
    expect(await traces(page)).toEqual([]);
    await typeCredentials(page, who.email);
    await expect(page.getByRole('dialog').getByLabel('Montant')).toHaveValue('77,31');
    await page.evaluate(() => localStorage.clear());
  });
});

test('a session ended by the server leads to the sign-in page, and typed text is restored', async ({
  page,
}) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Ajouter des fonds' }).click();
  await page.getByLabel('Montant').fill('33,10');
  await page.getByRole('button', { name: 'Continuer' }).click();
  // At once, since any call of the page finds out, such as its live stream.
  await page.getByRole('button', { name: /^Ajouter 33,10/ }).evaluate((button: HTMLButtonElement) => {
    localStorage.setItem('access_token', 'spent');
    localStorage.setItem('refresh_token', 'spent');
    button.click();
  });
  await expect(page).toHaveURL(/\/login\?from=/);
  const notice = page.getByText('Votre session a pris fin. Connectez-vous pour reprendre où vous en étiez.');
  await expect(notice).toBeVisible();
  await typeCredentials(page, 'marie');
  await expect(page.getByRole('dialog').getByLabel('Montant')).toHaveValue('33,10');
  expect(await notice.count()).toBe(0);
});

test('an access token alone opens its person’s pages, and is cleared once it is refused', async ({
  page,
}) => {
  await startSession(page, 'marie');
  await page.evaluate(() => localStorage.removeItem('refresh_token'));
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  await spend(page);
  await page.goto('/dashboard/settings');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('five minutes without activity end the session, after a minute’s warning', async ({ page }) => {
  await page.clock.install();
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  // The page's own first calls count as activity.
  await expect
    .poll(() => page.evaluate(() => Date.now() - Number(localStorage.getItem('last_call'))))
    .toBeGreaterThan(2_000);
  await page.clock.fastForward('04:05');
  const warning = page.getByRole('alertdialog', { name: 'Êtes-vous toujours là ?' });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Continuer ma session' }).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward('05:01');
  await expect(page).toHaveURL(/\/login/);
  const notice = page.getByText(/fin après un moment sans activité/);
  await expect(notice).toBeVisible();
  // The sign-in page is whole before the time goes on.
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  // Nobody was there to read it.
  await page.clock.fastForward('20:00');
  await expect(notice).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('a page of one’s own that is opened after the session ended leads to the sign-in page, with the reason', async ({
  page,
}) => {
  await page.goto('/faq');
  const spend = () =>
    page.evaluate(() => {
      localStorage.setItem('access_token', 'spent');
      localStorage.setItem('refresh_token', 'spent');
    });
  const notice = page.getByText('Votre session a pris fin. Connectez-vous pour reprendre où vous en étiez.');
  await spend();
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  // A public page stays, and nobody has to sign in.
  expect(await notice.count()).toBe(0);
  await spend();
  await page.goto('/dashboard/cards');
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(notice).toBeVisible();
});

test('a customer who signs in on the back-office sees a notice, with a link to the customer site', async ({
  page,
  bank,
}) => {
  await page.goto(`${bank.backOfficeUrl}/login`);
  await typeCredentials(page, 'marie');
  await expect(page.getByRole('heading', { name: 'Cet espace est réservé au personnel' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Aller sur le site client' })).toHaveAttribute(
    'href',
    `${bank.shellUrl}/dashboard`,
  );
});

test('an administrator signs in on the back-office and lands on its figures', async ({ page, bank }) => {
  await signIn(page, 'admin', bank.backOfficeUrl);
  await expect(page).toHaveURL(`${bank.backOfficeUrl}/admin`);
  await page.goto('/users');
  await expect(page).toHaveURL(/\/login\?from=%2Fusers$|\/users$/);
  expect(page.url()).toContain(bank.backOfficeUrl);
});
