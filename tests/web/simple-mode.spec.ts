import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { addFunds, balanceOf, ownCustomer } from './people';

test.use({ viewport: { width: 360, height: 740 } });

const question = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const go = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).click();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('Mode simple is chosen in the settings, and every journey ends in it', async ({
  page,
  context,
  bank,
}) => {
  const other = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' });
  const who = await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await addFunds(bank.shellUrl, other, 5);
  await call('POST', `${bank.shellUrl}/api/cards/create`, { token: who.token, body: { card_type: 'debit' } });
  await page.goto('/dashboard/settings');
  await page.getByRole('checkbox', { name: 'Mode simple' }).check();

  await page.goto('/dashboard');
  await expect(question(page, /^Que voulez-vous faire/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('region')).toContainText(/50,00\s€/);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await axeFindsNothing(page);
  await go(page, /Envoyer de l’argent/);
  await page.getByLabel('Destinataire').fill(other.email);
  await press(page, 'Continuer');
  await expect(question(page, /^Combien pour Paul N\.\s\?$/)).toBeFocused();
  await page.getByLabel('Montant').fill('900');
  await press(page, 'Continuer');
  await expect(page.getByText(/Le solde ne permet pas cette opération/).first()).toBeVisible();
  await page.getByLabel('Montant').fill('20');
  await press(page, 'Continuer');
  await expect(question(page, /^Est-ce que tout est juste/)).toBeVisible();
  await axeFindsNothing(page);
  await press(page, /^Envoyer 20,00\s€$/);
  await expect(page.getByRole('heading', { name: 'Virement effectué' })).toBeVisible();
  expect((await balanceOf(bank.shellUrl, who)).available_balance).toBe(30);

  await page.goto('/dashboard');
  await go(page, /Voir mes opérations/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(/−20,00\s€/);
  await go(page, 'Les quatre actions');
  await go(page, /Bloquer ma carte/);
  await press(page, /••••/);
  await expect(question(page, /^Bloquer la carte ••••\d{4}\s\?$/)).toBeFocused();
  await press(page, 'Oui, bloquer cette carte');
  await expect(question(page, 'Votre carte est bloquée')).toBeVisible();
  await go(page, 'Terminer');
  await go(page, /Demander de l’aide/);
  await press(page, /Écrire à la banque/);
  await press(page, 'Envoyer le message');
  await expect(page.getByText('Écrivez d’abord quelques mots.')).toBeVisible();
  await page.getByLabel('Votre message').fill('Je ne trouve pas mon relevé.');
  await press(page, 'Envoyer le message');
  await expect(question(page, 'Votre message est arrivé')).toBeVisible();
  await axeFindsNothing(page);
  await go(page, 'Terminer');

  await page.getByText('Tout le reste').click();
  await press(page, 'Quitter le mode simple');
  await expect(page.getByRole('region', { name: 'Solde disponible' })).toContainText(/30,00\s€/);
});

test('Mode simple is chosen on the first visit, and the next page has it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Mode simple' }).click();
  await expect(page.getByText('Le mode simple est choisi, ici et dans votre compte.')).toBeVisible();
  const response = await page.goto('/contact');
  expect(await response?.text()).not.toContain('as="font"');
  await expect(page.locator('html')).toHaveAttribute('data-simple', '');
});

const failing = { status: 500, json: { error: 'x', code: 'INTERNAL', request_id: 'r' } };

test('each question of Mode simple has its address, and a bank that fails loses nothing @matrix', async ({
  page,
  context,
  bank,
}) => {
  const other = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' });
  const who = await ownCustomer(context, bank.shellUrl, { funds: 50 });
  await call('POST', `${bank.shellUrl}/api/cards/create`, { token: who.token, body: { card_type: 'debit' } });
  await context.addCookies([{ name: 'simple', value: '1', url: bank.shellUrl }]);

  await page.goto('/dashboard/simple/send');
  await page.getByLabel('Destinataire').fill(other.email);
  await press(page, 'Continuer');
  await page.getByLabel('Montant').fill('20');
  await page.reload();
  await expect(question(page, /^Combien pour Paul N\./)).toBeVisible();
  await expect(page.getByLabel('Montant')).toHaveValue('20');
  await press(page, 'Continuer');
  await expect(page).toHaveURL(/\/simple\/send\?step=check$/);
  await page.reload();
  await expect(question(page, /^Est-ce que tout est juste/)).toBeVisible();
  await page.goBack();
  await page.getByLabel('Montant').fill('25');
  await page.goForward();
  await page.route('**/api/balance/transfer', (route) => route.fulfill(failing));
  await press(page, /^Envoyer 25,00\s€$/);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.unroute('**/api/balance/transfer');
  await press(page, /^Envoyer 25,00\s€$/);
  await expect(page.getByRole('heading', { name: 'Virement effectué' })).toBeVisible();
  await page.goBack();
  await expect(question(page, /^À qui/)).toBeVisible();
  expect((await balanceOf(bank.shellUrl, who)).available_balance).toBe(25);

  await page.route('**/api/carte', (route) => route.fulfill(failing));
  await page.goto('/dashboard/simple/card');
  await expect(page.getByText('Vos cartes n’ont pas pu être lues.')).toBeVisible({ timeout: 15_000 });
  await axeFindsNothing(page);
  await page.unroute('**/api/carte');
  await press(page, 'Réessayer');
  await press(page, /••••/);
  await page.reload();
  await expect(question(page, /^Bloquer la carte/)).toBeVisible();
  await page.route('**/api/carte/*/status', (route) => route.abort());
  await press(page, 'Oui, bloquer cette carte');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/carte/*/status');
  await press(page, 'Oui, bloquer cette carte');
  await expect(question(page, 'Votre carte est bloquée')).toBeVisible();

  await page.goto('/dashboard/simple/help');
  await press(page, /Écrire à la banque/);
  await page.getByLabel('Votre message').fill('Je ne trouve pas mon relevé.');
  await page.reload();
  await expect(page.getByLabel('Votre message')).toHaveValue('Je ne trouve pas mon relevé.');
  await context.setOffline(true);
  await press(page, 'Envoyer le message');
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await press(page, 'Envoyer le message');
  await expect(question(page, 'Votre message est arrivé')).toBeVisible();
  expect(page.url()).toMatch(/\/simple\/help\?step=sent$/);
});
