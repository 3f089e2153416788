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
