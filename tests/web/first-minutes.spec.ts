import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { takenOver } from './people';

test('the first five minutes: an account in two clicks, its number in one, and what comes next', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Chromium without a window has no dialog to share by.
  await context.addInitScript(() => {
    const share = ({ text }: ShareData) => Promise.resolve(sessionStorage.setItem('shared', text ?? ''));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    addEventListener(
      'click',
      ({ detail }) => {
        const before = Number(sessionStorage.getItem('clicks'));
        if (detail > 0) sessionStorage.setItem('clicks', String(before + 1));
      },
      true,
    );
  });
  const clicks = () => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
  await page.goto('/');
  await takenOver(page);
  await page.getByRole('banner').getByRole('link', { name: 'Ouvrir mon compte' }).click();
  await page.getByLabel('Prénom').fill('Aminata');
  await page.getByLabel('Nom', { exact: true }).fill('Sow');
  await page.getByLabel('Nom d’utilisateur').fill('aminata.sow');
  await page.getByLabel('E-mail').fill('aminata.sow@example.com');
  await page.getByLabel('Mot de passe', { exact: true }).fill('un cheval bleu');
  await page.getByLabel('Confirmer le mot de passe').fill('un cheval bleu');
  await page.getByRole('main').getByRole('button', { name: 'Ouvrir mon compte' }).click();
  const steps = page.getByRole('region', { name: 'Pour commencer' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'De l’argent',
    'Une carte',
    'Votre identité',
  ]);
  expect(await clicks()).toBe(2);

  const iban = (await steps.getByText(/^FR76( \d{4}){5} \d{3}$/).textContent()) ?? '';
  await steps.getByRole('button', { name: 'Copier l’IBAN' }).click();
  await expect(page.getByText('L’IBAN est copié.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban.replaceAll(' ', ''));
  expect(await clicks()).toBe(3);
  await steps.getByRole('button', { name: 'Partager l’IBAN' }).click();
  expect(await page.evaluate(() => sessionStorage.getItem('shared'))).toBe(iban);

  for (const [address, words] of [
    ['/dashboard/balance', /Votre solde s’affichera ici, jour après jour/],
    ['/dashboard/cards/spending', /seront additionnés ici, mois par mois/],
    ['/dashboard/transactions', /s’afficheront ici dès la première/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(words)).toBeVisible();
    await axeFindsNothing(page, address);
  }
});
