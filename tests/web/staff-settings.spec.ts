import type { BrowserContext, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { Bank } from '../support/bank';
import { expect as assert, test } from '../support/bank-fixture';
import { connectTo, promote } from '../support/customers';
import { callsFrom } from '../api/people';
import type { Language } from '../../libs/contracts/language';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { addressOf, deskOf, enter, withPayments } from './payment-desk';
import { approve, enterAs } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.slow();

/** Signs in an administrator of this test only, in all pages of the context. */
async function asNewAdministrator(context: BrowserContext, bank: Bank, language: Language) {
  const calls = callsFrom(bank.shellUrl);
  calls.headers['accept-language'] = language;
  const { id, access_token: token, refresh_token: refreshToken } = await calls.signUp();
  const database = connectTo(bank.migrationUrl);
  await promote(database, { id, token });
  await database.end();
  await enterAs(context, { token, refreshToken });
}

inBothLanguages('an administrator’s own profile, and the name in the sidebar', async (journey) => {
  const { page, context, bank, language, say } = journey;
  await asNewAdministrator(context, bank, language);
  await page.goto(`${bank.backOfficeUrl}/admin`);
  const sidebar = page.getByRole('complementary');
  await expect(sidebar).toContainText('Élodie Martin');
  await expect(sidebar).toContainText('Super Admin');
  await sidebar.getByRole('link', { name: say('Paramètres', 'Settings') }).click();
  await expect(page).toHaveURL(`${bank.backOfficeUrl}/admin/settings`);
  const fields = {
    [say('Prénom', 'First name')]: 'Zoé',
    [say('Téléphone', 'Phone')]: '+33 6 12 34 56 78',
    [say('Adresse', 'Address')]: '1 rue de la Paix',
    [say('Ville', 'City')]: 'Paris',
    [say('Code postal', 'Postcode')]: '75002',
    [say('Pays', 'Country')]: 'France',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await axeFindsNothing(page, 'profile');
  await page.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await approve(page, bank);
  await expect(page.getByText(say('Profil enregistré.', 'Profile saved.'))).toBeVisible();
  await expect(sidebar).toContainText('Zoé Martin');

  await page.getByRole('button', { name: say('Se déconnecter', 'Sign out') }).click();
  await expect(page).toHaveURL(`${bank.backOfficeUrl}/login`);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

inBothLanguages('from a payment to the second factor, and back to that payment', async (journey) => {
  const { page, context, bank, say } = journey;
  await withPayments(bank, async (calls) => {
    const made = await calls.pay(await calls.customer(20_000, 50_000), { amount: 15_000 });
    await enter(context, await calls.administrator());
    const desk = deskOf(page, say);
    await page.goto(addressOf(bank, `?status=all&search=${made.reference}`));
    await desk.action(made.reference, 'Approuver', 'Approve').click();
    await expect(desk.dialog).toContainText(
      say('Ce paiement demande la double authentification', 'This payment needs two-factor authentication'),
    );
    const place = page.url();
    await desk.dialog
      .getByRole('link', {
        name: say('Activer la double authentification', 'Set up two-factor authentication'),
      })
      .click();
    await expect(page.getByText(say(/Pour valider ce paiement/, /To approve this payment/))).toBeVisible();
    const back = page.getByRole('link', { name: say('Retour à la validation', 'Back to the approval') });
    await expect(back).toBeHidden();
    await turnOnTwoFactor(journey);
    await axeFindsNothing(page, 'security');
    await back.click();
    await expect(page).toHaveURL(place);
    await expect(desk.dialog).toContainText(made.reference);
    await expect(desk.code).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(desk.link(made.reference)).toBeFocused();
    await expect(page.getByLabel(say('Statut', 'Status'))).toHaveValue('all');
  });
});

async function turnOnTwoFactor({ page, say }: { page: Page; say: Say }) {
  const card = page.getByRole('region', {
    name: say('Double authentification', 'Two-factor authentication'),
  });
  await card
    .getByRole('button', {
      name: say('Activer la double authentification', 'Turn on two-factor authentication'),
    })
    .click();
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = await card.getByText(/^(?:[A-Z2-7]{4} ?)+$/).textContent();
  const code = card.getByLabel(say('Code à 6 chiffres', '6-digit code'));
  await code.fill(generateSync({ secret: (key ?? '').replaceAll(' ', '') }));
  await code.press('Enter');
  await card.getByRole('button', { name: say('J’ai conservé ces codes', 'I have kept these codes') }).click();
}

inBothLanguages('a way back to another site is not offered', async (journey) => {
  const { page, context, bank, language, say } = journey;
  await asNewAdministrator(context, bank, language);
  for (const origin of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`${bank.backOfficeUrl}/admin/settings?tab=security&from=${encodeURIComponent(origin)}`);
    await expect(
      page.getByRole('region', { name: say('Mot de passe', 'Password'), exact: true }),
    ).toBeVisible();
    await expect(page.getByText(say(/Pour valider ce paiement/, /To approve this payment/))).toBeHidden();
  }
});
