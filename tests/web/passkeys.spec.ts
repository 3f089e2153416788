import type { CDPSession, Page } from '@playwright/test';
import { ageSessions, connectTo, type SignedIn } from '../support/customers';
import { expect, test } from '../support/bank-fixture';
import { approvalDialog, approve, ownCustomer, takenOver } from './people';

/** A device with a screen lock, which answers at once. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

async function devices(page: Page) {
  const chromium: CDPSession = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  const add = async (options: Partial<Record<keyof typeof device, unknown>> = {}) => {
    const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...device, ...options } as typeof device,
    });
    return authenticatorId;
  };
  const rest = (authenticatorId: string, enabled: boolean) =>
    chromium.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { chromium, add, rest };
}

async function askToAdd(page: Page, name: string) {
  await page.getByLabel('Nom de la clé').fill(name);
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
}

const added = (page: Page, name: string) =>
  expect(page.getByText(`Clé d’accès ajoutée : ${name}.`)).toBeVisible();

/** A session that was just opened needs no approval. */
async function addPasskey(page: Page, name: string) {
  await askToAdd(page, name);
  await added(page, name);
}

/** Lets the five minutes pass in which nothing more is asked of a session. */
async function waitLong({ migrationUrl }: { migrationUrl: string }, who: SignedIn) {
  const database = connectTo(migrationUrl);
  await ageSessions(database, who);
  await database.end();
}

async function openSecurity(page: Page) {
  await page.goto('/dashboard/settings?tab=security');
  await page.getByRole('heading', { name: 'Clés d’accès' }).waitFor();
}

/** Forgets the session as the end of the browser's day does. */
const leave = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.setItem('entered', 'yes');
  });

const button = (page: Page) => page.getByRole('button', { name: 'Utiliser une clé d’accès' });
const overview = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).first();

test('adds passkeys on two devices, names and removes them, and signs in by one', async ({ page, bank }) => {
  const { add, rest } = await devices(page);
  const telephone = await add();
  const who = await ownCustomer(page.context(), bank.shellUrl);
  await openSecurity(page);
  await addPasskey(page, 'Téléphone');
  await waitLong(bank, who);
  const key = await add({ transport: 'usb' });
  await rest(key, false);
  // The telephone approves that a key is added; then only the key answers.
  await page.route('**/api/auth/passkeys/options', async (route) => {
    if (route.request().headers()['x-approval']) {
      await rest(telephone, false);
      await rest(key, true);
    }
    await route.continue();
  });
  await askToAdd(page, 'Clé USB');
  const approval = approvalDialog(page);
  await expect(approval).toContainText('Ajouter un moyen de vous identifier');
  await approval.getByRole('button', { name: 'Confirmer' }).click();
  await added(page, 'Clé USB');

  await page.getByRole('button', { name: 'Renommer Clé USB' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renommer Clé USB' });
  await dialog.getByLabel('Nom de la clé').fill('Clé du bureau');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Clé du bureau', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer Clé du bureau' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(approval).toContainText('Clé du bureau');
  await approval.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText('Clé d’accès supprimée.')).toBeVisible();
  await expect(page.getByText('Clé du bureau', { exact: true })).toBeHidden();

  await rest(key, false);
  await leave(page);
  await page.goto('/login');
  await takenOver(page);
  await rest(telephone, true);
  await button(page).click();
  await overview(page).waitFor();
});

test('signs in by what the browser suggests in the field of the user name @matrix', async ({
  page,
  bank,
}) => {
  const { add } = await devices(page);
  await add();
  await ownCustomer(page.context(), bank.shellUrl);
  await openSecurity(page);
  await addPasskey(page, 'Téléphone');
  await leave(page);
  await page.goto('/login');
  await overview(page).waitFor();
});

test('explains a cancelled passkey and a copied one, and the password still works @matrix', async ({
  page,
  bank,
}) => {
  const { add, rest, chromium } = await devices(page);
  const telephone = await add();
  const who = await ownCustomer(page.context(), bank.shellUrl);
  await waitLong(bank, who);
  await openSecurity(page);
  // By the code of a message.
  await askToAdd(page, 'Téléphone');
  await approve(page, bank);
  await added(page, 'Téléphone');
  await rest(telephone, false);
  await leave(page);
  await page.goto('/login');
  await takenOver(page);
  await chromium.send('WebAuthn.setUserVerified', { authenticatorId: telephone, isUserVerified: false });
  await rest(telephone, true);
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('Aucune clé d’accès n’a été utilisée.');

  const database = connectTo(bank.migrationUrl);
  await database.rows('UPDATE passkeys SET counter = 100000 WHERE user_id = ?', [who.id]);
  await database.end();
  await chromium.send('WebAuthn.setUserVerified', { authenticatorId: telephone, isUserVerified: true });
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('Cette clé d’accès n’est pas acceptée ici.');
  await expect(page.getByLabel('Nom d’utilisateur ou e-mail')).toBeVisible();
});

test('refuses a passkey on a page of another origin', async ({ page, bank }) => {
  const { add } = await devices(page);
  await add();
  await ownCustomer(page.context(), bank.shellUrl);
  await openSecurity(page);
  await addPasskey(page, 'Téléphone');
  const elsewhere = new URL(bank.shellUrl);
  elsewhere.hostname = 'a.localhost';
  await page.goto(`${elsewhere.origin}/api/health/live`);
  await leave(page);
  await page.goto(`${elsewhere.origin}/login`);
  await takenOver(page);
  await button(page).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('Nom d’utilisateur ou e-mail')).toBeVisible();
});
