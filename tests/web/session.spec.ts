import { expect, test } from '../support/bank-fixture';
import { signIn, typeCredentials } from './people';

const spend = (page: import('@playwright/test').Page) =>
  page.evaluate(() => localStorage.setItem('access_token', 'spent'));

test('a wrong password says so, keeps the name, and the right one leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill('paul');
  await page.getByLabel('Mot de passe', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('alert')).toContainText('Identifiant ou mot de passe incorrect.');
  await expect(page.getByLabel('Nom d’utilisateur ou e-mail')).toHaveValue('paul');
  await typeCredentials(page, 'paul');
  await expect(page).toHaveURL('/dashboard');
});

test('a guarded page asks to sign in first and comes back to itself', async ({ page }) => {
  await page.goto('/dashboard/transactions?status=completed');
  await expect(page).toHaveURL(/\/login\?from=/);
  await typeCredentials(page, 'marie');
  await expect(page).toHaveURL('/dashboard/transactions?status=completed');
});

test('a spent access token is refreshed once for all calls that wait', async ({ page }) => {
  await signIn(page, 'marie');
  await spend(page);
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/refresh') && refreshes.push(request.url()));
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  expect(refreshes).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe('spent');
});

test('two tabs that refresh at once both go on', async ({ page, context }) => {
  await signIn(page, 'marie');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await spend(page);
  await Promise.all([page.reload(), second.reload()]);
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  await expect(second.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
});

test('signing out in one tab ends the other, and signing in brings it back', async ({ page, context }) => {
  await signIn(page, 'marie');
  const second = await context.newPage();
  await second.goto('/dashboard/balance');
  await expect(second.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/login');
  await expect(second).toHaveURL(/\/login\?from=/);
  await signIn(page, 'marie');
  await expect(second).toHaveURL('/dashboard/balance');
});

test('a session that the server ended sends to the sign-in page, and what was typed is there again', async ({
  page,
}) => {
  await signIn(page, 'marie');
  await page.getByRole('button', { name: 'Ajouter des fonds' }).click();
  await page.getByLabel('Montant').fill('33,10');
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'spent');
    localStorage.setItem('refresh_token', 'spent');
  });
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: /^Ajouter 33,10/ }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await typeCredentials(page, 'marie');
  await expect(page.getByRole('dialog').getByLabel('Montant')).toHaveValue('33,10');
});

test('five minutes without activity end the session, after a minute’s warning', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'marie');
  await page.clock.fastForward('04:05');
  const warning = page.getByRole('alertdialog', { name: 'Êtes-vous toujours là ?' });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Rester connecté' }).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward('05:01');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/fin après un moment sans activité/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('a customer who signs in on the back-office is told, and offered the customer site', async ({
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
