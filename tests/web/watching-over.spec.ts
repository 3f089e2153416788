import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { connectTo } from '../support/customers';
import { call } from '../support/http';
import { unsubscribeLinkOf } from '../support/outbox';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { anotherBrowser } from './payment-desk';
import { approve, ownCustomer } from './people';

/** Pages open slowly on a busy machine, and messages go out with the next run of their job. */
const expect = assert.configure({ timeout: 45_000 });

test.beforeEach(() => test.slow());

inBothLanguages(
  'two members of staff write to customers and tell everybody what is wrong',
  async ({ page, context, bank, language, say }) => {
    const database = connectTo(bank.migrationUrl);
    const [author, approver] = [
      await newAdministrator(bank.shellUrl, database),
      await newAdministrator(bank.shellUrl, database),
    ];
    const customer = await ownCustomer(context, bank.shellUrl);
    const country = `Île ${customer.id}`;
    await database.rows('REPLACE INTO profiles (user_id, address, city, postal_code, country) VALUES (?)', [
      [customer.id, '1 rue A', 'B', '75001', country],
    ]);
    await database.end();
    const settings = `${bank.shellUrl}/api/settings/preferences`;
    const { token } = customer;
    const { body: chosen } = await call<object>('GET', settings, { token });
    await call('PUT', settings, { token, body: { ...chosen, marketingEmails: true } });

    const desk = await anotherBrowser(context, language, author);
    await desk.goto(`${bank.backOfficeUrl}/admin/messages`);
    await desk.getByRole('button', { name: say('Écrire un message', 'Write a message') }).click();
    await desk.getByLabel(say('Nature', 'Kind')).selectOption('marketing');
    const [title, text] = [
      `${say('Du nouveau', 'Something new')} ${customer.id}`,
      say('Bonjour à tous.', 'Hello everybody.'),
    ];
    const fill = (fr: string, en: string, words: string) => desk.getByLabel(say(fr, en)).fill(words);
    await fill('Titre en français', 'Title in French', title);
    await fill('Texte en français', 'Text in French', text);
    await fill('Titre en anglais', 'Title in English', title);
    await fill('Texte en anglais', 'Text in English', text);
    await fill('Pays', 'Country', country);
    await desk.getByRole('checkbox', { name: say('E-mail', 'Email') }).check();
    await desk.getByRole('button', { name: say('Voir l’aperçu', 'See the preview') }).click();
    await expect(
      desk.getByText(say('1 client le recevrait en ce moment.', '1 customer would get it right now.')),
    ).toBeVisible();
    await axeFindsNothing(desk, 'preview');
    await desk.getByRole('button', { name: say('Demander l’approbation', 'Ask for approval') }).click();
    await approve(desk, bank);
    await expect(
      desk.getByRole('table').getByText(say('À approuver', 'To be approved')).first(),
    ).toBeVisible();
    const theirs = await anotherBrowser(context, language, approver);
    await theirs.goto(`${bank.backOfficeUrl}/admin/approvals`);
    const request = theirs.getByRole('row').filter({ hasText: title }).first();
    await request.getByRole('link', { name: say(/^Valider/, /^Approve/) }).click();
    const question = theirs.getByRole('alertdialog');
    await expect(question).toContainText(title);
    await question.getByRole('button', { name: say('Valider', 'Approve'), exact: true }).click();
    await approve(theirs, bank);
    await expect(question).toBeHidden();

    await theirs.goto(`${bank.backOfficeUrl}/admin/incidents`);
    await theirs.getByRole('button', { name: say('Ouvrir un incident', 'Open an incident') }).click();
    const name = `${say('Cartes lentes', 'Slow cards')} ${customer.id}`;
    await theirs.getByLabel(say('Titre en français', 'Title in French')).fill(name);
    await theirs.getByLabel(say('Titre en anglais', 'Title in English')).fill(name);
    await theirs.getByRole('checkbox', { name: say('Cartes', 'Cards') }).check();
    await theirs.getByRole('button', { name: say('Ouvrir l’incident', 'Open the incident') }).click();
    await expect(theirs.getByRole('heading', { name })).toBeVisible();
    await expect(theirs.getByText(say('ouverture', 'opening'))).toBeVisible();
    await axeFindsNothing(theirs, 'incident');
    await page.goto(`${bank.shellUrl}/status`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await axeFindsNothing(page, 'status');
    await work(theirs, say);
    const line = page.getByText(say('Nous remplaçons un câble.', 'We are replacing a cable.'));
    await expect(async () => {
      await page.reload();
      await expect(line).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 45_000 });
    await theirs.getByRole('button', { name: say('Clore', 'Close it'), exact: true }).click();
    await theirs.getByLabel(say('Bilan', 'Report')).fill(say('Un câble.', 'A cable.'));
    await theirs.getByRole('button', { name: say('Clore l’incident', 'Close the incident') }).click();
    await expect(theirs.getByText(say('clôture et bilan', 'closing and report'))).toBeVisible();
    const over = page.getByRole('article').filter({ hasText: name });
    await expect(async () => {
      await page.reload();
      await expect(over).toContainText(say(/Du .* au /, /From .* to /), { timeout: 1_000 });
    }).toPass({ timeout: 45_000 });

    await expect.poll(() => unsubscribeLinkOf(bank.dataDir, customer.email)).not.toBe('');
    await page.goto(`${bank.shellUrl}/dashboard/notifications`);
    await expect(page.getByText(text)).toBeVisible();
    await page.goto(await unsubscribeLinkOf(bank.dataDir, customer.email));
    await page.getByRole('button', { name: say('Ne plus les recevoir', 'Stop receiving them') }).click();
    await expect(page.getByText(say('C’est fait.', 'Done.'))).toBeVisible();
    await expect(page.locator('body')).not.toBeFocused();
    await axeFindsNothing(page, 'unsubscribed');
  },
);

/** Takes an incident, notes something for colleagues, and writes a line for everybody. */
async function work(desk: Page, say: Say): Promise<void> {
  const press = (fr: string, en: string) =>
    desk.getByRole('button', { name: say(fr, en), exact: true }).click();
  await press('Prendre l’incident', 'Take the incident');
  await expect(desk.getByText(say('a pris l’incident', 'took the incident'))).toBeVisible();
  await press('Noter', 'Note');
  const note = say('Le fournisseur est prévenu.', 'The supplier knows.');
  await desk.getByLabel(say('Votre note', 'Your note')).fill(note);
  await press('Garder la note', 'Keep the note');
  await expect(desk.getByText(note)).toBeVisible();
  await press('Écrire au public', 'Write to the public');
  await desk
    .getByLabel(say('Ligne publique en français', 'Public line in French'))
    .fill('Nous remplaçons un câble.');
  await desk
    .getByLabel(say('Ligne publique en anglais', 'Public line in English'))
    .fill('We are replacing a cable.');
  await press('Publier la ligne', 'Publish the line');
  await expect(desk.getByText(say(/· ligne publique ·/, /· public line ·/))).toBeVisible();
}
