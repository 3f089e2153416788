import { connectTo, newCustomer, promote } from '../support/customers';
import { expect as assert, test } from '../support/bank-fixture';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { enterAs, approve } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

inBothLanguages(
  'a rule is written as a form, replayed, and published by a second person',
  async ({ page, context, bank, say, language }) => {
    const database = connectTo(bank.migrationUrl);
    const one = await newCustomer(bank.shellUrl);
    await promote(database, one, ['compliance']);
    const two = await newAdministrator(bank.shellUrl, database);
    await database.end();
    const name = `R${one.id}`;
    await enterAs(context, one);
    await page.goto(`${bank.backOfficeUrl}/admin/rules`);
    const table = page.getByRole('table', { name: say('Règles', 'Rules') });
    await expect(table.getByRole('row')).not.toHaveCount(0);
    await expect(table.getByText(say('Compte de passage', 'Mule account'))).toBeVisible();
    await axeFindsNothing(page, 'list');

    await page.getByRole('link', { name: say('Nouvelle règle', 'New rule') }).click();
    for (const label of [
      ...say(['Nom en français', 'Nom en anglais'], ['Name in French', 'Name in English']),
      ...say(['Motif en français', 'Motif en anglais'], ['Reason in French', 'Reason in English']),
    ]) {
      await page.getByLabel(label).fill(name);
    }
    await page.getByRole('spinbutton', { name: say('Valeur', 'Value') }).fill('987654');
    await expect(page.getByText(say(/aurait visé 0 événement/, /would have caught 0 events/))).toBeVisible();
    // By keys alone: a second condition is added, and taken away.
    await page.getByRole('button', { name: say('Ajouter une condition', 'Add a condition') }).press('Enter');
    const second = page.getByRole('group', { name: 'Condition 2' });
    await second.getByLabel(say('Sorte de condition', 'Kind of condition')).selectOption('any');
    await axeFindsNothing(page, 'form');
    await page
      .getByRole('button', { name: say('Retirer la condition 2', 'Remove condition 2'), exact: true })
      .press('Enter');
    await page.getByRole('button', { name: say('Enregistrer le brouillon', 'Save the draft') }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    await page.getByRole('button', { name: say('Rejouer', 'Replay'), exact: true }).click();
    await page.getByRole('button', { name: say(/^0 différence/, /^0 differences/) }).click();
    await expect(page.getByText(say('Aucune différence', 'No difference'))).toBeVisible();
    await page.getByRole('button', { name: say('Publier ce brouillon', 'Publish this draft') }).click();
    await page.getByRole('button', { name: say('Demander la publication', 'Request publication') }).click();
    await approve(page, bank);
    await expect(
      page.getByText(say('attend une autre personne', 'waits for another person')).first(),
    ).toBeVisible();
    await axeFindsNothing(page, 'rule');

    const theirContext = await context.browser()!.newContext();
    await theirContext.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await enterAs(theirContext, two);
    const other = await theirContext.newPage();
    await other.goto(`${bank.backOfficeUrl}/admin/approvals`);
    const request = other.getByRole('row', { name: `${name} (1)` });
    await request.getByRole('link', { name: say(/^Valider/, /^Approve/) }).click();
    await other
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Valider', 'Approve') })
      .click();
    await approve(other, bank);
    await theirContext.close();
    // The page of who asked follows.
    await expect(page.getByText(say('En vigueur', 'In force')).first()).toBeVisible();
  },
);
