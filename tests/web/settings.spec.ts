import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, test } from '../support/bank-fixture';
import { callsFrom } from '../api/people';
import { connectTo, newCustomer, newPassword } from '../support/customers';
import { axeFindsNothing, withoutLiveEvents } from './axe';
import { inBothLanguages } from './languages';
import { mailedLink } from './mails';
import { approvalDialog, approve, typeCredentials, startSession } from './people';

// Axe checks several states of the journey, and messages take time.
test.slow();

/** The code of the customer's device a number of half minutes from now. */
const codeAt = (secret: string, steps: 0 | 1) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** A customer who signs in with a second factor. */
async function protectedCustomer(shellUrl: string) {
  const calls = callsFrom(shellUrl);
  const customer = await newCustomer(shellUrl);
  const { body: setup } = await calls.post<{ secret: string }>('settings/2fa/setup', {}, customer.token);
  const { body } = await calls.post<{ recovery_codes: string[] }>(
    'settings/2fa/enable',
    { code: codeAt(setup.secret, 0), password: newPassword },
    customer.token,
  );
  return { ...customer, calls, secret: setup.secret, recoveryCodes: body.recovery_codes };
}

/** A browser of the same customer on another device. */
async function anotherBrowser(page: Page, shellUrl: string): Promise<BrowserContext> {
  const elsewhere = await page.context().browser()?.newContext({
    baseURL: shellUrl,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  if (!elsewhere) throw new Error('this page belongs to no browser');
  return elsewhere;
}

/** Expects a message that disappears after three seconds; on other pages messages stay for five. */
async function isShownForThreeSeconds(page: Page, message: string) {
  // Not by `expect`, which asks up to a second apart: these two notice it at the next frame.
  await page.getByText(message).waitFor();
  const shown = Date.now();
  await page.getByText(message).waitFor({ state: 'hidden' });
  expect(Date.now() - shown).toBeGreaterThan(2000);
  expect(Date.now() - shown).toBeLessThan(4800);
}

inBothLanguages('a profile is saved, and shown in the sidebar and after a reload', async (journey) => {
  const { page, bank, say } = journey;
  const { email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  await page.goto('/settings');
  await expect(page.getByLabel(say('E-mail', 'Email'))).toHaveValue(email);
  const save = page.getByRole('button', { name: say('Enregistrer', 'Save') });
  await save.click();
  const city = page.getByLabel(say('Ville', 'City'));
  await expect(city).toHaveAccessibleDescription(/obligatoire|required/);
  await expect(page.getByRole('alert')).toBeFocused();
  await axeFindsNothing(page, 'refused profile');

  await page.getByLabel(say('Prénom', 'First name')).fill('Zoé');
  await page.getByLabel(say('Téléphone', 'Phone')).fill('+33 6 12 34 56 78');
  await page.getByLabel(say('Adresse', 'Address')).fill('1 rue de la Paix');
  await city.fill('Paris');
  await page.getByLabel(say('Code postal', 'Postcode')).fill('75002');
  await page.getByLabel(say('Pays', 'Country')).fill('France');
  await page.getByLabel(say('E-mail', 'Email')).fill('marie@bankpcs.example');
  await save.click();
  await expect(page.getByLabel(say('E-mail', 'Email'))).toHaveAccessibleDescription(/utilisée|in use|taken/);
  await page.getByLabel(say('E-mail', 'Email')).fill(email);
  await save.click();
  await approve(page, bank);
  await isShownForThreeSeconds(page, say('Profil enregistré.', 'Profile saved.'));
  const sidebar = page.getByRole('complementary', { name: say('Espace personnel', 'Personal area') });
  await expect(sidebar).toContainText('Zoé');
  await page.reload();
  await expect(city).toHaveValue('Paris');
  await expect(sidebar).toContainText('Zoé');
});

inBothLanguages(
  'a new e-mail address needs an approval, and counts once its link was opened',
  async (journey) => {
    const { page, bank, say } = journey;
    const { email } = await newCustomer(bank.shellUrl);
    const wanted = `new-${email}`;
    await startSession(page, email);
    await page.goto('/dashboard/settings');
    const field = page.getByLabel(say('E-mail', 'Email'));
    await page.getByLabel(say('Téléphone', 'Phone')).fill('+33 6 12 34 56 78');
    for (const name of [say('Adresse', 'Address'), say('Ville', 'City'), say('Pays', 'Country')]) {
      await page.getByLabel(name, { exact: true }).fill('Paris');
    }
    await page.getByLabel(say('Code postal', 'Postcode')).fill('75002');
    await field.fill(wanted);
    const save = page.getByRole('button', { name: say('Enregistrer', 'Save') });
    await save.click();
    const dialog = approvalDialog(page);
    await expect(dialog).toContainText(wanted);
    const code = dialog.getByLabel(say('Code à six chiffres', 'Six-digit code'));
    await expect(code).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(say(/six chiffres/, /six digits/));
    await axeFindsNothing(page, 'asked for an approval');
    await page.keyboard.press('Escape');
    await expect(page.getByText(say(/rien n’a changé/, /nothing was changed/))).toBeVisible();
    await expect(field).toHaveValue(wanted);
    await save.click();
    await approve(page, bank);
    const notice = page.getByRole('status').filter({ hasText: wanted });
    await expect(
      notice.getByRole('button', { name: say('Renvoyer le lien', 'Send the link again') }),
    ).toBeVisible();
    await expect(field).toHaveValue(email);
    await axeFindsNothing(page, 'pending e-mail');

    const link = await mailedLink(bank.dataDir, wanted, '/confirm-email');
    await page.goto(link);
    await expect(page).toHaveURL('/confirm-email');
    await axeFindsNothing(page, 'to confirm');
    await page.getByRole('button', { name: say('Confirmer cette adresse', 'Confirm this address') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      say('Votre adresse e-mail est confirmée', 'Your email address is confirmed'),
    );
    await page.goto('/dashboard/settings');
    await expect(field).toHaveValue(wanted);
    await page.goto(link);
    await page.getByRole('button', { name: say('Confirmer cette adresse', 'Confirm this address') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      say('Ce lien n’est plus valable', 'This link is no longer valid'),
    );
  },
);

inBothLanguages('a changed password ends the other sessions, and replaces the old one', async (journey) => {
  const { page, bank, say } = journey;
  const { email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  const elsewhere = await anotherBrowser(page, bank.shellUrl);
  const other = await elsewhere.newPage();
  await startSession(other, email);
  await other.goto('/dashboard');

  await page.goto('/dashboard/settings?tab=security');
  const sessions = page.getByRole('region', { name: say('Sessions ouvertes', 'Open sessions') });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  const current = page.getByLabel(say('Mot de passe actuel', 'Current password'), { exact: true });
  const chosen = page.getByLabel(say('Nouveau mot de passe', 'New password'), { exact: true });
  const again = page.getByLabel(say('Confirmer le nouveau mot de passe', 'Confirm new password'));
  const change = page.getByRole('button', { name: say('Changer mon mot de passe', 'Change my password') });
  await current.fill('not-mine-at-all');
  await chosen.fill('a-new-long-enough-one');
  await again.fill('another-one');
  await change.click();
  await expect(again).toHaveAccessibleDescription(
    say(/Les mots de passe ne correspondent pas/, /do not match/),
  );
  await again.fill('a-new-long-enough-one');
  await change.click();
  await expect(current).toHaveAccessibleDescription(/incorrect/);
  await axeFindsNothing(page, 'refused password');
  // The other browser is in French; its message stays for five seconds.
  const ended = other.getByText('Votre session a pris fin. Connectez-vous');
  const announced = expect(ended).toBeVisible({ timeout: 30_000 });
  await current.fill(newPassword);
  await current.press('Enter');
  await approve(page, bank);
  await expect(page.getByText(say(/Mot de passe modifié\./, /Password changed\./))).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  await announced;
  await expect(other).toHaveURL(/\/login/);
  await typeCredentials(other, email);
  await expect(other.getByRole('alert')).toBeVisible();
  await typeCredentials(other, email, 'a-new-long-enough-one');
  await expect(other).toHaveURL(/\/dashboard/);
  await elsewhere.close();
});

inBothLanguages('a second factor is set up, and its code signs in', async (journey) => {
  const { page, bank, context, say } = journey;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  await page.goto('/dashboard/settings?tab=security');
  const card = page.getByRole('region', {
    name: say('Double authentification', 'Two-factor authentication'),
  });
  const turnOn = card.getByRole('button', {
    name: say('Activer la double authentification', 'Turn on two-factor authentication'),
  });
  await turnOn.press('Enter');
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await card.getByRole('button', { name: say('Copier la clé', 'Copy the key') }).click();
  await isShownForThreeSeconds(page, say('Clé copiée.', 'Key copied.'));
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await expect(card.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? '')).toBeVisible();
  await axeFindsNothing(page, 'setting up');

  const firstCode = card.getByLabel(say('Code à 6 chiffres', '6-digit code'));
  await firstCode.fill('12');
  await firstCode.press('Enter');
  await expect(firstCode).toHaveAccessibleDescription(say(/n’est pas valable/, /not valid/));
  await firstCode.fill(codeAt(secret, 0));
  await firstCode.press('Enter');
  const codes = card.getByRole('list', {
    name: say('Vos dix codes de récupération', 'Your ten recovery codes'),
  });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: say('Télécharger', 'Download') }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(
    say('bank-pcs-codes-de-recuperation.txt', 'bank-pcs-recovery-codes.txt'),
  );
  const kept = await readFile(await file.path(), 'utf8');
  for (const code of await codes.getByRole('listitem').allTextContents()) expect(kept).toContain(code);
  await axeFindsNothing(page, 'recovery codes');
  await card.getByRole('button', { name: say('J’ai conservé ces codes', 'I have kept these codes') }).click();
  await expect(codes).toBeHidden();
  await expect(card.getByText(say(/Il vous reste 10 codes/, /You have 10 recovery codes/))).toBeVisible();

  const signOut = page.getByRole('button', { name: say('Se déconnecter', 'Sign out') });
  await signOut.click();
  await typeCredentials(page, email);
  await page.getByLabel(say('Code à 6 chiffres', '6-digit code')).fill(codeAt(secret, 1));
  await page.getByRole('button', { name: say('Vérifier le code', 'Check the code') }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});

inBothLanguages('a recovery code signs in once', async (journey) => {
  const { page, bank, say } = journey;
  const { email, recoveryCodes } = await protectedCustomer(bank.shellUrl);
  const signInByCode = async () => {
    await page.goto('/login');
    await typeCredentials(page, email);
    await page
      .getByRole('button', { name: say('Utiliser un code de récupération', 'Use a recovery code') })
      .click();
    await page.getByLabel(say('Code de récupération', 'Recovery code')).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: say('Vérifier le code', 'Check the code') }).click();
  };
  await signInByCode();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/settings?tab=security');
  await expect(page.getByText(say(/Il vous reste 9 codes/, /You have 9 recovery codes/))).toBeVisible();
  await page.getByRole('button', { name: say('Se déconnecter', 'Sign out') }).click();
  await expect(page).toHaveURL('/login');
  await signInByCode();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

inBothLanguages('a second factor is turned off with the password and a recovery code', async (journey) => {
  const { page, bank, say } = journey;
  const { email, calls, secret, recoveryCodes } = await protectedCustomer(bank.shellUrl);
  await page.goto('/login?from=%2Fsettings%3Ftab%3Dsecurity');
  await typeCredentials(page, email);
  await page.getByLabel(say('Code à 6 chiffres', '6-digit code')).fill(codeAt(secret, 1));
  await page.getByRole('button', { name: say('Vérifier le code', 'Check the code') }).click();
  const card = page.getByRole('region', {
    name: say('Double authentification', 'Two-factor authentication'),
  });
  await card
    .getByRole('button', {
      name: say('Désactiver la double authentification', 'Turn off two-factor authentication'),
    })
    .click();
  const off = card.getByRole('button', { name: say('Désactiver', 'Turn off'), exact: true });
  const currentPassword = card.getByLabel(say('Mot de passe actuel', 'Current password'));
  const code = card.getByLabel('Code', { exact: true });
  await currentPassword.fill('not-mine-at-all');
  await code.fill(recoveryCodes[0] ?? '');
  await off.click();
  await expect(currentPassword).toHaveAccessibleDescription(/./);
  await axeFindsNothing(page, 'turning off');
  await currentPassword.fill(newPassword);
  await off.click();
  await isShownForThreeSeconds(
    page,
    say('Double authentification désactivée.', 'Two-factor authentication is off.'),
  );
  await expect(card.getByText(say('Désactivée', 'Off'), { exact: true })).toBeVisible();
  expect((await calls.signIn(email)).body.access_token).toBeDefined();
});

async function verifyPhone({ migrationUrl }: { migrationUrl: string }, id: number) {
  const database = connectTo(migrationUrl);
  const verified = 'UPDATE users SET phone = ?, phone_verified_at = NOW(3) WHERE id = ?';
  await database.rows(verified, ['+33639981002', id]);
  await database.end();
}

inBothLanguages('preferences are saved, and an SMS needs a verified number', async (journey) => {
  const { page, bank, say } = journey;
  const { id, email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  await page.goto('/dashboard/settings?tab=notifications');
  const sms = page.getByLabel(say('Notifications par SMS', 'SMS notifications'));
  const offers = page.getByLabel(say('Offres et nouveautés', 'Offers and news'));
  await expect(sms).toHaveAccessibleDescription(say(/pas votre numéro/, /do not have your phone number/));
  await expect(sms).toBeDisabled();
  await offers.press('Space');
  const transactions = page.getByLabel(say('Alertes de transactions', 'Transaction alerts'));
  await transactions.uncheck();
  const save = page.getByRole('button', { name: say('Enregistrer mes préférences', 'Save my preferences') });
  await save.click();
  await isShownForThreeSeconds(page, say('Préférences enregistrées.', 'Preferences saved.'));
  await axeFindsNothing(page, 'preferences');
  await expect(page.getByLabel(say('Alertes de sécurité', 'Security alerts'))).toBeDisabled();

  await verifyPhone(bank, id);
  await page.reload();
  await sms.check();
  await save.click();
  await isShownForThreeSeconds(page, say('Préférences enregistrées.', 'Preferences saved.'));
  await page.reload();
  await expect(transactions).not.toBeChecked();
  await expect(sms).toBeChecked();
  await expect(offers).toBeChecked();
  await expect(page.getByLabel(say('Notifications push', 'Push notifications'))).not.toBeChecked();
});

inBothLanguages(
  'a session elsewhere is ended, and what was typed stays over the sub-tabs',
  async (journey) => {
    const { page, bank, say } = journey;
    const { email } = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await startSession(page, email);
    const elsewhere = await anotherBrowser(page, bank.shellUrl);
    const other = await elsewhere.newPage();
    await startSession(other, email);
    await other.goto('/dashboard');
    await page.goto('/dashboard/settings?tab=security');
    await page.getByLabel(say('Mot de passe actuel', 'Current password')).fill('half-typed');
    await page.getByRole('button', { name: /Firefox/ }).click();
    await expect(page.getByText(say(/a pris fin\.$/, /has ended\.$/))).toBeVisible();
    await expect(page.getByRole('button', { name: /Firefox/ })).toBeHidden();
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();

    const tabs = page.getByRole('navigation', { name: say('Rubriques des paramètres', 'Settings sections') });
    await tabs.getByRole('link', { name: say('Identité (KYC)', 'Identity (KYC)') }).press('Enter');
    await expect(page).toHaveURL('/dashboard/settings?tab=kyc');
    await expect(page.getByText(say('Non vérifié', 'Unverified')).last()).toBeVisible();
    await axeFindsNothing(page, 'verification');
    await page.goBack();
    await expect(page).toHaveURL('/dashboard/settings?tab=security');
    await expect(page.getByLabel(say('Mot de passe actuel', 'Current password'))).toHaveValue('half-typed');
  },
);

inBothLanguages('every sub-tab reflows at 400 % zoom', async ({ page, context, bank, say }) => {
  await withoutLiveEvents(context);
  await page.setViewportSize({ width: 320, height: 640 });
  const { email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  for (const tab of ['profile', 'notifications', 'kyc', 'security']) {
    await page.goto(`/dashboard/settings?tab=${tab}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page
    .getByRole('button', {
      name: say('Activer la double authentification', 'Turn on two-factor authentication'),
    })
    .click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
