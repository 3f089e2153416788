import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { type Say, inBothLanguages } from './languages';
import { addFunds, balanceOf, ownCustomer, typeCredentials } from './people';
import { done, formOf } from './transfer-form';

const expect = assert.configure({ timeout: 15_000 });

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.slow();

/** Opens an entry of the bottom bar, or of the sheet behind 'Plus'. */
async function go(page: Page, say: Say, name: string, behindMore = false) {
  const bar = page.getByRole('navigation', { name: say('Menu principal', 'Main menu') });
  if (!behindMore) return bar.getByRole('link', { name }).tap();
  await bar.getByRole('button', { name: say(/^Plus/, /^More/) }).tap();
  // From its start: the balance is also checked.
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .tap();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

inBothLanguages('a whole visit on a telephone', async ({ page, bank, say }) => {
  // The visit ends with the sending of an identity file, which an approved customer has no more.
  const who = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  const other = await newCustomer(bank.shellUrl);
  await addFunds(bank.shellUrl, who, 100);
  await addFunds(bank.shellUrl, other, 10);
  await call('POST', `${bank.shellUrl}/api/cards/create`, {
    token: who.token,
    body: { card_type: 'debit', virtual: true },
  });
  await page.goto('/login');
  await typeCredentials(page, who.email);
  await expect(
    page.getByRole('region', { name: say('Solde disponible', 'Available balance') }),
  ).toContainText(/100,00\s€/);
  await fits(page);

  const form = formOf(page, say);
  await page.getByRole('button', { name: say('Faire un virement', 'Make a transfer') }).tap();
  await form.recipient.fill(String(other.id));
  await form.amount.fill('40');
  await form.review.tap();
  await form.send('40,00').tap();
  await expect(form.receipt(...done)).toBeVisible();
  await form.dialog
    .getByRole('button', { name: say('Fermer', 'Close') })
    .first()
    .tap();
  await go(page, say, say('Solde', 'Balance'), true);
  await expect(page.getByRole('main')).toContainText(/60,00\s€/);
  await fits(page);

  await call('POST', `${bank.shellUrl}/api/balance/transfer`, {
    token: other.token,
    body: { recipient_id: who.id, amount: 5 },
  });
  await expect(page.getByRole('button', { name: say(/^Plus \d non lue/, /^More \d unread/) })).toBeVisible();
  await go(page, say, 'Notifications', true);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(/5,00\s€/);
  await page.getByRole('button', { name: say('Tout marquer comme lu', 'Mark all as read') }).tap();
  await expect(page.getByRole('button', { name: say('Plus', 'More'), exact: true })).toBeVisible();
  await fits(page);

  await go(page, say, say('Cartes', 'Cards'));
  const card = page.getByRole('main').getByRole('listitem').first();
  await card.getByRole('button', { name: say('Bloquer', 'Block') }).tap();
  await page.getByRole('button', { name: say('Bloquer la carte', 'Block the card'), exact: true }).tap();
  await expect(card.getByText(say('Bloquée', 'Blocked'))).toBeVisible();
  await fits(page);

  await go(page, say, say('Identité', 'Identity'), true);
  await page.getByLabel(say('Date de naissance', 'Date of birth')).fill('1990-05-17');
  await page.getByLabel(say('Adresse', 'Address'), { exact: true }).fill('1 rue des Lilas, 75020 Paris');
  await fits(page);
  await page.getByRole('button', { name: say('Continuer', 'Continue') }).tap();
  await expect(page.getByRole('heading', { name: say('Vos documents', 'Your documents') })).toBeFocused();
  const photo = (name: string) => page.getByLabel(`${say('Prendre une photo', 'Take a photo')} ${name}`);
  await expect(photo(say('pièce d’identité', 'identity document'))).toHaveAttribute('capture', 'environment');
  await expect(photo(say('selfie', 'selfie'))).toHaveAttribute('capture', 'user');
  await fits(page);
  await axeFindsNothing(page);

  await page.getByRole('button', { name: say(/^Plus/, /^More/) }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Se déconnecter', 'Sign out') })
    .tap();
  await expect(page).toHaveURL('/login');
  expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(45);
});

test('another page begins at its top, and the way back leads to where the last one was', async ({
  page,
  context,
  bank,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await ownCustomer(context, bank.shellUrl, { funds: 100 });
  const say: Say = (french) => french;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/dashboard/cards');
  await expect(heading).toHaveText('Cartes');
  await go(page, say, 'Accueil');
  await expect(page.getByRole('link', { name: 'Toutes les transactions' })).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  await go(page, say, 'Cartes');
  await expect(heading).toHaveText('Cartes');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
});

test('the letters and lines may be as wide as a reader sets them', async ({ browser, bank }) => {
  const context = await browser.newContext({
    baseURL: bank.shellUrl,
    viewport: { width: 390, height: 844 },
    bypassCSP: true,
  });
  await ownCustomer(context, bank.shellUrl, { funds: 20 });
  const page = await context.newPage();
  for (const address of ['/dashboard', '/dashboard/balance', '/dashboard/account', '/dashboard/payees']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // WCAG 2.2, criterion 1.4.12.
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    });
    await expect(page.getByRole('main')).not.toContainText('Chargement');
    await fits(page);
  }
  await context.close();
});
