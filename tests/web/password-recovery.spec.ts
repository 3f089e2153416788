import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { mailedLink } from './mails';
import { typeCredentials } from './people';

// Axe checks several states of the journey, and messages take time.
test.slow();

inBothLanguages('a forgotten password is replaced by a mailed link, once', async (journey) => {
  const { page, bank, say } = journey;
  const { email } = await newCustomer(bank.shellUrl);
  await page.goto('/login');
  await page
    .getByRole('link', { name: say('Mot de passe oublié ?', 'Forgot your password?') })
    .press('Enter');
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/e-?mail/i).press('Enter');
  await expect(
    page.getByRole('button', { name: say('Essayer une autre adresse', 'Try another address') }),
  ).toBeVisible();
  await axeFindsNothing(page);

  const link = await mailedLink(bank.dataDir, email, '/reset-password');
  await page.goto(link);
  // Neither the address nor the history contains the token.
  await expect(page).toHaveURL('/reset-password');
  // A telephone that needs its memory reloads a page that one comes back to.
  await page.reload();
  const chosen = page.getByLabel(say('Nouveau mot de passe', 'New password'), { exact: true });
  const again = page.getByLabel(say('Confirmer le mot de passe', 'Confirm the password'));
  await chosen.fill('short');
  await again.fill('short');
  await again.press('Enter');
  await expect(chosen).toHaveAccessibleDescription(
    say(/Le mot de passe doit contenir au moins 8 caractères/, /at least 8 characters/),
  );
  await chosen.fill('a-new-long-enough-one');
  await again.fill('something-else');
  await again.press('Enter');
  await expect(again).toHaveAccessibleDescription(
    say(/Les mots de passe ne correspondent pas/, /do not match/),
  );
  await again.fill('a-new-long-enough-one');
  await again.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('Votre mot de passe est changé', 'Your password has been changed'),
  );
  await axeFindsNothing(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('Se connecter', 'Sign In') })
    .click();
  await typeCredentials(page, email);
  await expect(page.getByRole('alert')).toBeVisible();
  await typeCredentials(page, email, 'a-new-long-enough-one');
  await expect(page).toHaveURL('/dashboard');

  await page.goto(link);
  await chosen.fill('yet-another-long-one');
  await again.fill('yet-another-long-one');
  await again.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('Ce lien n’est plus valable', 'This link is no longer valid'),
  );
  await expect(
    page.getByRole('link', { name: say('Demander un nouveau lien', 'Ask for a new link') }),
  ).toBeVisible();
});
