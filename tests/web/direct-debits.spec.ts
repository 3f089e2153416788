import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { collectionCalls, dayFromNow, energy, phone } from '../api/collections-fixture';
import { connectTo } from '../support/customers';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { ownCustomer, startSession } from './people';

const path = '/dashboard/direct-debits';

/** A customer of this test, and what creditors send. */
async function collectedFrom({ context, bank }: Parameters<Parameters<typeof inBothLanguages>[1]>[0]) {
  const database = connectTo(bank.migrationUrl);
  const who = await ownCustomer(context, bank.shellUrl, { funds: 200 });
  const calls = collectionCalls(bank, database);
  const iban = await calls.ibanOf(who);
  await database.end();
  return { who, calls, iban };
}

const rowOf = (page: Page, name: RegExp) =>
  page.getByRole('table', { name: /^(Prélèvements|Direct debits)$/ }).getByRole('row', { name });
const refundButton = (page: Page, say: Say) =>
  page.getByRole('button', { name: say(/^Rembourser le prélèvement/, /^Refund the direct debit/) });

inBothLanguages('a customer follows, gets back and blocks what is collected', async (journey) => {
  const { page, say } = journey;
  const { calls, iban } = await collectedFrom(journey);
  await page.goto('/dashboard/scheduled');
  await page.getByRole('link', { name: say('Prélèvements', 'Direct debits'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByText(say('Aucun mandat', 'No mandate'), { exact: true })).toBeVisible();
  await axeFindsNothing(page, 'empty');

  // What comes is shown without a reload.
  await calls.collect(iban);
  await expect(rowOf(page, /Energie Test/)).toContainText(say(/Remboursable jusqu’au/, /Refundable until/));
  const mandate = page.getByRole('row', { name: /FR72ZZZ123456/ });
  await expect(mandate).toContainText('39,90');
  await axeFindsNothing(page, 'collected');

  await refundButton(page, say).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say(/^Motif/, /^Reason/)).selectOption('wrong_amount');
  await axeFindsNothing(page, 'refund');
  await dialog.getByRole('button', { name: say(/^Demander 39,90/, /^Ask for 39,90/) }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, /Energie Test/)).toContainText(say('Remboursé', 'Refunded'));
  await expect(refundButton(page, say)).toBeHidden();

  await mandate.getByRole('button', { name: say(/^Bloquer/, /^Block/) }).click();
  await expect(mandate).toContainText(say('Bloqué', 'Blocked'));
  expect(await calls.collect(iban)).toMatchObject({ status: 'RJCT', reason: { code: 'SL01' } });
  await expect(rowOf(page, /Energie Test.*(Refusé|Refused)/)).toBeVisible();
});

inBothLanguages('the question about a possible double is answered by keyboard', async (journey) => {
  const { page, say } = journey;
  const { calls, iban } = await collectedFrom(journey);
  await calls.collect(iban);
  await page.goto(path);
  await expect(rowOf(page, /Energie Test/)).toBeVisible();
  await calls.collect(iban);
  const question = page.getByRole('region', { name: say(/Prélevé deux fois/, /Collected twice/) });
  await expect(question).toContainText('39,90');
  await axeFindsNothing(page, 'held');
  const refuse = question.getByRole('button', { name: say('Refuser', 'Refuse') });
  await refuse.focus();
  await refuse.press('Enter');
  await expect(question).toBeHidden();
  await expect(rowOf(page, /(Renvoyé|Returned)/)).toBeVisible();

  await calls.collect(iban);
  await question.getByRole('button', { name: say(/^Laisser passer 39,90/, /^Let 39,90/) }).press('Enter');
  await expect(question).toBeHidden();
  await expect(rowOf(page, /(Débité|Debited)/)).toHaveCount(2);
});

inBothLanguages('only creditors on the list collect, and what is to come can be refused', async (journey) => {
  const { page, say } = journey;
  const { calls, iban } = await collectedFrom(journey);
  await calls.collect(iban, { dueOn: dayFromNow(5) });
  await page.goto(path);
  await page
    .getByRole('button', {
      name: say(/^Refuser le prélèvement de Energie/, /^Refuse the direct debit of Energie/),
    })
    .click();
  const dialog = page.getByRole('alertdialog');
  await axeFindsNothing(page, 'refuse');
  await dialog
    .getByRole('button', { name: say('Refuser le prélèvement', 'Refuse the direct debit') })
    .click();
  // What is typed into a field under a modal dialog is lost, and the row may change before the dialog closes.
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, /(Refusé|Refused)/)).toBeVisible();

  await page
    .getByRole('combobox', { name: say(/^Qui peut prélever/, /^Who may collect/) })
    .selectOption('listed');
  const other = page.getByLabel(say(/^Autre créancier/, /^Another creditor/));
  await other.fill('DE99ZZZ09999999999');
  await page.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(other).toHaveValue('DE99ZZZ09999999999');
  await axeFindsNothing(page, 'wrong identifier');
  await other.fill(phone.id);
  await page.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await expect(
    page.getByText(say('Vos règles sont enregistrées.', 'Your rules have been saved.')),
  ).toBeVisible();
  await expect(page.getByRole('checkbox', { name: phone.id })).toBeChecked();
  expect(await calls.collect(iban, { creditor: energy, mandateId: 'M-9' })).toMatchObject({ status: 'RJCT' });
  expect(await calls.collect(iban, { creditor: phone })).toMatchObject({ status: 'ACSC' });
  await expect(rowOf(page, /Telefon Test/)).toBeVisible();
});

inBothLanguages('a debit older than eight weeks is contested', async ({ page, say }) => {
  await startSession(page, 'marie');
  await page.goto(path);
  await expect(rowOf(page, /Énergie du Fleuve/)).toHaveCount(3);
  await page
    .getByRole('button', { name: say(/^Contester le prélèvement/, /^Dispute the direct debit/) })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toContainText('44,30');
  await axeFindsNothing(page, 'contest');
});
