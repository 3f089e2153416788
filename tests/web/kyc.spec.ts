import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { demonstrationPerson, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { axeFindsNothing } from './axe';
import { type Say, inBothLanguages } from './languages';
import { ownCustomer } from './people';

type File = { name: string; mimeType: string; buffer: Buffer };

const pdf = (name: string, words = 'of a passport'): File => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfFile(words),
});
const png = (name: string): File => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
});

/** A customer without a submission, on the verification page. */
async function openAsNewCustomer(page: Page, context: BrowserContext, shellUrl: string) {
  const person = { first_name: 'Élodie', last_name: 'Martin' };
  const customer = await ownCustomer(context, shellUrl, { person, verified: 'email' });
  await page.goto('/kyc');
  return customer;
}

async function fillPersonal(page: Page, say: Say) {
  await page.getByLabel(say('Date de naissance', 'Date of birth')).fill('1990-05-17');
  await page
    .getByLabel(say('Adresse', 'Address'), { exact: true })
    .fill('1 rue des Lilas, 75020 Paris, France');
  await page.getByRole('button', { name: say('Continuer', 'Continue') }).click();
  await expect(heading(page, say('Vos documents', 'Your documents'))).toBeFocused();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const zone = (page: Page, say: Say) => page.getByLabel(say('Ajouter des documents', 'Add documents'));
const send = (page: Page, say: Say) =>
  page.getByRole('button', { name: say('Envoyer mes documents', 'Send my documents') });

/** An administrator rejects this customer's submission. */
async function refuse(shellUrl: string, { id }: SignedIn, reason: string) {
  const { token } = await demonstrationPerson(shellUrl, 'admin');
  const { body } = await call<{ submissions: { id: number; user_id: number }[] }>(
    'GET',
    `${shellUrl}/api/admin/kyc?limit=100`,
    { token },
  );
  const submission = body.submissions.find(({ user_id: userId }) => userId === id);
  const { status } = await call('POST', `${shellUrl}/api/admin/kyc/${submission?.id}/review`, {
    token,
    body: { status: 'rejected', reason },
  });
  expect(status).toBe(200);
}

inBothLanguages(
  'a customer sends documents, reads why they were refused, and sends others',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    const customer = await openAsNewCustomer(page, context, bank.shellUrl);
    await expect(page.getByLabel(say('Prénom', 'First name'))).toHaveValue('Élodie');
    await page.getByRole('button', { name: say('Continuer', 'Continue') }).click();
    await expect(page.getByLabel(say('Date de naissance', 'Date of birth'))).toHaveAccessibleDescription(
      say(/obligatoire|valable/, /required|valid/),
    );
    await axeFindsNothing(page);
    await fillPersonal(page, say);
    await expect(send(page, say)).toBeDisabled();
    await axeFindsNothing(page);

    await zone(page, say).setInputFiles([pdf('passeport.pdf'), png('moi.png')]);
    await expect(page.getByText(say('Il manque : selfie', 'Still missing: selfie'))).toBeVisible();
    await page
      .getByLabel(say('Type de document de moi.png', 'Kind of document of moi.png'))
      .selectOption('selfie');
    await expect(
      page.getByText(say('Il manque : justificatif de domicile', 'Still missing: proof of address')),
    ).toBeVisible();
    const preview = page.getByRole('img', { name: say('Aperçu de moi.png', 'Preview of moi.png') });
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await axeFindsNothing(page);
    await send(page, say).click();

    const pending = say('Votre dossier est en cours de vérification.', 'Your file is being verified.');
    await expect(page.getByRole('main').getByText(pending)).toBeVisible();
    await expect(heading(page, say('État de votre dossier', 'Where your verification stands'))).toBeFocused();
    await expect(page.getByRole('complementary').getByText(say('En attente', 'Pending'))).toBeVisible();
    await axeFindsNothing(page);
    const saved = page.waitForEvent('download');
    await page
      .getByRole('button', { name: say('Télécharger passeport.pdf', 'Download passeport.pdf') })
      .click();
    expect((await saved).suggestedFilename()).toBe('passeport.pdf');
    await page.getByRole('button', { name: say('Voir moi.png', 'View moi.png') }).click();
    const shown = page.getByRole('dialog', { name: 'moi.png' }).getByRole('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await axeFindsNothing(page);

    await refuse(bank.shellUrl, customer, 'Passeport illisible');
    await page.goto('/dashboard/kyc');
    await expect(
      page.getByText(
        say(
          'Votre vérification a été refusée. Merci de vérifier vos documents.',
          'Your verification was refused. Please check your documents.',
        ),
      ),
    ).toBeVisible();
    await expect(page.getByText('Passeport illisible')).toBeVisible();
    await axeFindsNothing(page);
    await page
      .getByRole('button', { name: say('Envoyer de nouveaux documents', 'Send new documents') })
      .click();
    await fillPersonal(page, say);
    await zone(page, say).setInputFiles(pdf('passeport-lisible.pdf'));
    await send(page, say).click();
    await expect(page.getByRole('main').getByText(pending)).toBeVisible();
    await expect(page.getByText('passeport-lisible.pdf')).toBeVisible();
    await expect(page.getByText('Passeport illisible')).toBeHidden();
  },
);

inBothLanguages(
  'each document has its slot, and the details refuse an absent address and a child',
  async (journey) => {
    const { page, context, bank, say } = journey;
    await openAsNewCustomer(page, context, bank.shellUrl);
    const birth = page.getByLabel(say('Date de naissance', 'Date of birth'));
    const address = page.getByLabel(say('Adresse', 'Address'), { exact: true });
    const next = page.getByRole('button', { name: say('Continuer', 'Continue') });
    await birth.fill('1990-05-17');
    await address.fill('');
    await next.click();
    await expect(address).toHaveAccessibleDescription(say(/obligatoire/, /required/));
    await address.fill('3 rue des Lilas, 75020 Paris');
    await birth.fill(`${new Date().getFullYear() - 17}-01-01`);
    await next.click();
    await expect(birth).toHaveAccessibleDescription(say(/18\sans révolus/, /at least 18/));
    await axeFindsNothing(page);
    await fillPersonal(page, say);

    const needed = page.getByRole('region', { name: say('Documents demandés', 'What we need') });
    await expect(needed.getByRole('listitem')).toHaveCount(4);
    const home = needed.getByRole('listitem').filter({
      hasText: say('Justificatif de domicile', 'Proof of address'),
    });
    await expect(home).toContainText(
      say(/attestation d’hébergement ou domiciliation/, /host’s statement or a registered address/),
    );
    const slots = [
      ['pièce d’identité', 'identity document', 'passeport.pdf', 'identity'],
      ['justificatif de domicile', 'proof of address', 'attestation-hebergement.pdf', 'address'],
      ['justificatif de revenus', 'proof of income', 'salaire.pdf', 'income'],
      ['selfie avec la pièce d’identité', 'selfie with the identity document', 'moi.pdf', 'selfie'],
    ] as const;
    for (const [fr, en, name, kind] of slots) {
      await page
        .getByLabel(`${say('Joindre', 'Attach')} ${say(fr, en)}`, { exact: true })
        .setInputFiles(pdf(name, name));
      await expect(
        page.getByLabel(say(`Type de document de ${name}`, `Kind of document of ${name}`)),
      ).toHaveValue(kind);
    }
    await expect(page.getByText(say(/^Il manque/, /^Still missing/))).toBeHidden();
    await axeFindsNothing(page);
    await send(page, say).click();
    await expect(heading(page, say('État de votre dossier', 'Where your verification stands'))).toBeFocused();
    for (const [, , name] of slots) await expect(page.getByText(name)).toBeVisible();
  },
);

inBothLanguages(
  'a file that cannot be sent says so at once, and keeps the others from leaving until removed',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    await openAsNewCustomer(page, context, bank.shellUrl);
    await fillPersonal(page, say);
    await drop(page, say, ['notes.docx', 'vide.pdf', 'passeport.pdf', 'passeport.pdf']);
    await zone(page, say).setInputFiles({ ...pdf('grand.pdf'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(row('notes.docx')).toContainText(say('n’est pas accepté', 'is not accepted'));
    await expect(row('vide.pdf')).toContainText(say('Ce fichier est vide.', 'This file is empty.'));
    await expect(row('grand.pdf')).toContainText(say(/dépasse 10\sMo/, /larger than 10\sMB/));
    await expect(row('passeport.pdf')).toHaveCount(1);
    await axeFindsNothing(page);

    await send(page, say).click();
    const summary = page.getByRole('alert').filter({
      hasText: say('Retirez les fichiers refusés', 'Remove the refused files'),
    });
    await expect(summary).toBeFocused();
    for (const name of ['notes.docx', 'vide.pdf', 'grand.pdf']) {
      await page.getByRole('button', { name: say(`Retirer ${name}`, `Remove ${name}`) }).click();
      await expect(page.getByText(say(`« ${name} » est retiré.`, `“${name}” is removed.`))).toBeFocused();
    }
    await expect(summary).toBeHidden();

    // The bank marks an unreadable file.
    const unreadable = { ...pdf('illisible.pdf'), buffer: Buffer.from('%PDF-1.7 abcdef') };
    await zone(page, say).setInputFiles(unreadable);
    await send(page, say).click();
    await expect(row('illisible.pdf').last()).toContainText(say('ne s’ouvre pas', 'does not open'));
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Retirer illisible.pdf', 'Remove illisible.pdf') }).click();
    // Nor is a program that is called a PDF.
    await zone(page, say).setInputFiles({ ...pdf('programme.pdf'), buffer: Buffer.from('MZ') });
    await send(page, say).click();
    const mismatch = say('ne correspond pas à son nom', 'does not match its name');
    await expect(row('programme.pdf').last()).toContainText(mismatch);
    await expect(row('passeport.pdf')).not.toContainText(mismatch);
    await expect(summary.getByRole('link', { name: 'programme.pdf' })).toBeVisible();
    await page.getByRole('button', { name: say('Retirer programme.pdf', 'Remove programme.pdf') }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await send(page, say).click();
    await expect(page.getByText('passeport.pdf')).toBeVisible();
    await expect(page).toHaveURL(/step=2/);
  },
);

/** Drops files on the zone: equal names are the same file, and a file called "vide" is empty. */
const drop = (page: Page, say: Say, names: string[]) =>
  zone(page, say).evaluate(
    (field, { given, file }) => {
      const dataTransfer = new DataTransfer();
      for (const name of given) {
        const content = name.startsWith('vide') ? [] : [file];
        dataTransfer.items.add(new File(content, name, { lastModified: 1 }));
      }
      for (const type of ['dragover', 'drop']) {
        field.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    { given: names, file: pdfFile().toString() },
  );

inBothLanguages(
  'a slow sending shows how far it is, can be cancelled, and keeps everything',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    await openAsNewCustomer(page, context, bank.shellUrl);
    await fillPersonal(page, say);
    const large = pdf('passeport.pdf', 'x'.repeat(2 * 1024 * 1024));
    await zone(page, say).setInputFiles([large, png('moi.png')]);
    const network = await context.newCDPSession(page);
    const limit = (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await network.send('Network.enable');
    // Slow enough to be in progress during all the following steps.
    await limit(32 * 1024);
    // The limit applies a little later, after a call through the network.
    await page.evaluate(() => fetch('/api/health/live', { cache: 'no-store' }));
    await send(page, say).click();
    const bar = page.getByRole('progressbar', {
      name: say('Envoi de passeport.pdf', 'Sending passeport.pdf'),
    });
    const part = () => bar.evaluate((element: HTMLProgressElement) => element.value);
    await expect.poll(part, { timeout: 20_000 }).toBeGreaterThan(0);
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
    await expect(page.getByRole('alert')).toContainText(
      say('Vos réponses et vos fichiers sont toujours là.', 'Your answers and files are still here.'),
    );
    await limit(-1);
    await expect(page.getByText('moi.png').first()).toBeVisible();

    await page.route('**/api/kyc', (route) => route.abort());
    await send(page, say).click();
    await expect(page.getByRole('alert')).toContainText(say('Erreur de connexion', 'Connection error'));
    await page.unroute('**/api/kyc');
    await send(page, say).click();
    await expect(page).toHaveURL(/step=2/);
    await page.goto('/kyc?step=1');
    await expect(heading(page, say('Vos informations personnelles', 'Your personal details'))).toBeVisible();
  },
);
