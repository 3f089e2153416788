import { connectTo, newCustomer } from '../support/customers';
import { creditFileOf, fileCreditTo } from '../support/credit-files';
import { expect as assert, test } from '../support/bank-fixture';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approve, enterAs } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

inBothLanguages(
  'a file of transfers is uploaded by one administrator, approved by another one, and booked',
  async ({ page, context, bank, say, language }) => {
    const database = connectTo(bank.migrationUrl);
    const who = await newCustomer(bank.shellUrl);
    const [account] = await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [who.id]);
    const one = await newAdministrator(bank.shellUrl, database);
    const two = await newAdministrator(bank.shellUrl, database);
    await database.end();
    await enterAs(context, one);
    const unknown = 'FR7699999000010000000000197';
    const text = await creditFileOf([String(account?.iban), unknown].map((iban) => fileCreditTo(iban)));
    const id = /<MsgId>([^<]+)/.exec(text)?.[1] ?? '';

    await page.goto(`${bank.backOfficeUrl}/admin/rail`);
    await page.getByRole('link', { name: say('Fichiers de virements', 'Files of transfers') }).click();
    const file = { name: 'caf.xml', mimeType: 'application/xml', buffer: Buffer.from(text) };
    await page
      .getByLabel(say('Déposer un fichier de virements', 'Upload a file of transfers'))
      .setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: say(/^Fichier n°/, /^File no\./) });
    await expect(dialog.getByRole('row', { name: /12[.,]34/ }).first()).toBeVisible();
    await expect(
      dialog.getByText(say('aucun compte de la banque', 'no account of the bank')).first(),
    ).toBeVisible();
    await axeFindsNothing(page, 'uploaded');
    await dialog.getByRole('button', { name: say('Demander la validation', 'Ask for approval') }).click();
    await approve(page, bank);
    await expect(dialog).toContainText(say('un autre administrateur doit', 'another administrator must'));

    const theirContext = await context.browser()!.newContext();
    await theirContext.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await enterAs(theirContext, two);
    const other = await theirContext.newPage();
    await other.goto(page.url());
    const theirs = other.getByRole('dialog', { name: say(/^Fichier n°/, /^File no\./) });
    await theirs.getByRole('button', { name: say('Valider et comptabiliser', 'Approve and book') }).click();
    await approve(other, bank);
    await theirs
      .getByRole('button', { name: say('Fermer', 'Close') })
      .first()
      .click();
    const row = other.getByRole('row', { name: id });
    await expect(row).toContainText(say('Comptabilisé', 'Booked'));
    await axeFindsNothing(other, 'booked');
    await row.getByRole('link', { name: id }).click();
    await expect(theirs).toContainText(say('1 sur 2', '1 of 2'));

    await theirs
      .getByRole('button', { name: say('Fermer', 'Close') })
      .first()
      .click();
    await other
      .getByLabel(say('Déposer un fichier de virements', 'Upload a file of transfers'))
      .setInputFiles(file);
    await expect(other.getByRole('alert')).toContainText(
      say('Ce fichier est déjà connu de la banque.', 'The bank already knows this file.'),
    );
    await axeFindsNothing(other, 'known');
    await other.getByRole('link', { name: say('Voir le fichier', 'See the file') }).click();
    await expect(theirs).toContainText(say('1 sur 2', '1 of 2'));
    await theirContext.close();
  },
);
