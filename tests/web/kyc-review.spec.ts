import type { BrowserContext, Page } from '@playwright/test';
import { type SignedIn, demonstrationPerson, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { expect, test } from '../support/bank-fixture';
import { pdfFile, pngFile } from '../support/identity-files';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

const pdf = pdfFile();

const png = pngFile();

/** A customer with a unique name and a submission of a picture and a PDF; returns its id. */
async function submitted(shellUrl: string, lastName: string) {
  const names = { first_name: 'Aïcha', last_name: lastName };
  const person = await newCustomer(shellUrl, names, { verified: 'email' });
  const body = new FormData();
  const fields = { firstName: 'Aïcha', lastName, birthDate: '1992-03-04', address: '12 rue des Lilas' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const kind of ['identity', 'address']) body.append('kinds', kind);
  body.append('documents', new Blob([new Uint8Array(png)]), 'carte.png');
  body.append('documents', new Blob([new Uint8Array(pdf)]), 'facture.pdf');
  const { status } = await call('POST', `${shellUrl}/api/kyc`, { token: person.token, body });
  expect(status).toBe(201);
  const { token } = await demonstrationPerson(shellUrl, 'sofia');
  const queue = await call<{ submissions: { id: number; user_id: number }[] }>(
    'GET',
    `${shellUrl}/api/admin/kyc?status=all&limit=100&page=2`,
    { token },
  );
  const mine = queue.body.submissions.find(({ user_id: owner }) => owner === person.id);
  return { person, id: mine?.id ?? 0, colleague: token };
}

const stateOf = async (shellUrl: string, { token }: SignedIn) =>
  (await call<{ status: string; reason: string | null }>('GET', `${shellUrl}/api/kyc`, { token })).body;

async function goTo(page: Page, backOfficeUrl: string, id: number, name: string) {
  await startSession(page, 'admin', backOfficeUrl);
  await page.goto(`${backOfficeUrl}/admin/kyc?submission=${id}`);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The files that the browser opened and saved. */
const opened = (context: BrowserContext) => context.waitForEvent('page');

test.slow();

inBothLanguages('an identity is reviewed and accepted', async ({ page, context, bank, language, say }) => {
  const name = `Accepte-${language}`;
  const { person, id } = await submitted(bank.shellUrl, name);
  const dialog = await goTo(page, bank.backOfficeUrl, id, `Aïcha ${name}`);
  await expect(dialog.getByText('12 rue des Lilas')).toBeVisible();
  const picture = dialog.getByRole('img', { name: 'Document carte.png' });
  await expect(picture).toHaveJSProperty('naturalWidth', 1);
  await dialog.getByRole('button', { name: say('Pivoter carte.png', 'Rotate carte.png') }).click();
  // Together with the places that are marked on it.
  await expect(picture.locator('..')).toHaveCSS('rotate', '90deg');
  const tab = opened(context);
  await dialog
    .getByRole('button', {
      name: say('Ouvrir dans un nouvel onglet : facture.pdf', 'Open in a new tab: facture.pdf'),
    })
    .click();
  await (await tab).close();
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: say('Télécharger facture.pdf', 'Download facture.pdf') }).click();
  expect((await file).suggestedFilename()).toBe('facture.pdf');
  await axeFindsNothing(page);
  await dialog.getByRole('button', { name: say('Approuver', 'Approve') }).press('Enter');
  await expect(dialog.getByRole('heading', { name: new RegExp(`: Aïcha ${name}$`) })).toBeFocused();
  await dialog
    .getByRole('button', { name: say('Confirmer l’approbation', 'Confirm and approve') })
    .press('Enter');
  await expect(
    page.getByText(say(`Dossier approuvé : Aïcha ${name}.`, `Submission approved: Aïcha ${name}.`)),
  ).toBeVisible({ timeout: 15_000 });
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${bank.backOfficeUrl}/admin/kyc`);
  expect((await stateOf(bank.shellUrl, person)).status).toBe('approved');
});

inBothLanguages('an identity is rejected with a reason', async ({ page, bank, language, say }) => {
  const name = `Refuse-${language}`;
  const { person, id } = await submitted(bank.shellUrl, name);
  const dialog = await goTo(page, bank.backOfficeUrl, id, `Aïcha ${name}`);
  const reject = dialog.getByRole('button', { name: say('Rejeter', 'Reject'), exact: true });
  await reject.click();
  await reject.click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await expect(dialog.getByText(say('Ce champ est obligatoire', 'This field is required'))).toBeVisible();
  const usual = say('La pièce d’identité n’est pas lisible.', 'The identity document cannot be read.');
  await dialog.getByLabel(say('Motifs fréquents', 'Common reasons')).selectOption(usual);
  await dialog.getByRole('textbox', { name: say('Motif', 'Reason') }).press('End');
  await dialog.getByRole('textbox', { name: say('Motif', 'Reason') }).pressSequentially(' (1)');
  await reject.click();
  await expect(dialog).toBeHidden({ timeout: 15_000 });
  expect(await stateOf(bank.shellUrl, person)).toMatchObject({ status: 'rejected', reason: `${usual} (1)` });
  await page.getByRole('button', { name: say('Rejetés', 'Rejected') }).click();
  await expect(page).toHaveURL(/status=rejected$/);
  await page.getByRole('link', { name: `Aïcha ${name}` }).click();
  await expect(dialog.getByText(`${usual} (1)`)).toBeVisible();
});

inBothLanguages(
  'a colleague decides first, and new submissions arrive',
  async ({ page, bank, language, say }) => {
    const name = `Vite-${language}`;
    const { id, colleague } = await submitted(bank.shellUrl, name);
    const dialog = await goTo(page, bank.backOfficeUrl, id, `Aïcha ${name}`);
    await expect(dialog.getByRole('button', { name: say('Approuver', 'Approve') })).toBeVisible();
    await submitted(bank.shellUrl, `Suite-${language}`);
    const body = { status: 'rejected', reason: 'Illisible' };
    await dialog.getByRole('button', { name: say('Rejeter', 'Reject') }).click();
    const reason = dialog.getByRole('textbox', { name: say('Motif', 'Reason') });
    await reason.fill('Document illisible.');
    await call('POST', `${bank.shellUrl}/api/admin/kyc/${id}/review`, { token: colleague, body });
    await expect(
      dialog.getByText(
        say(
          /^\S.* a décidé de ce dossier entre-temps.*Rejeté\.$/,
          /^\S.* has decided on this submission in the meantime: Rejected\.$/,
        ),
      ),
    ).toBeVisible({ timeout: 15_000 });
    await expect(reason).toHaveValue('Document illisible.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(say(/^\d+ nouveaux?$/, /^\d+ new$/))).toBeVisible({ timeout: 15_000 });
    await page.getByRole('button', { name: say('Actualiser', 'Refresh') }).click();
    await expect(page.getByText(say(/^\d+ nouveaux?$/, /^\d+ new$/))).toBeHidden();
  },
);

test('a file is approved in two clicks without scrolling, and the next one opens', async ({ page, bank }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { person, id } = await submitted(bank.shellUrl, 'Deux');
  await submitted(bank.shellUrl, 'Suivant');
  const dialog = await goTo(page, bank.backOfficeUrl, id, 'Aïcha Deux');
  await expect(dialog.getByText('Manque : selfie', { exact: true })).toBeVisible();
  let clicks = 0;
  const click = async (name: string) => {
    const button = dialog.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
    clicks += 1;
  };
  await click('Approuver');
  await click('Approuver et suivant');
  await expect(dialog).toBeHidden({ timeout: 15_000 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`submission=${id}$`));
  expect(clicks).toBe(2);
  expect((await stateOf(bank.shellUrl, person)).status).toBe('approved');
});
