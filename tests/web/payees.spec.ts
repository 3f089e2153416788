import { expect } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approveNewest } from './payment-desk';
import { approve, ownCustomer } from './people';
import { formOf } from './transfer-form';

/** The other bank knows its holder by nearly the typed name. */
const nearlyIban = 'NL91ABNA0417164300';
const unlikeIban = 'BE68539007547034';
const matchingIban = 'PT50000201231234567890154';
const tomorrow = () =>
  new Date(Date.now() + 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' });

inBothLanguages(
  'a payee is added by the name of its holder, paid regularly, changed and stopped',
  async ({ page, context, bank, say }) => {
    await ownCustomer(context, bank.shellUrl, { funds: 100 });
    bank.rail.verifyAs(nearlyIban, { result: 'close_match', name: 'Fietsen Jansen' });
    await page.goto('/dashboard/payees');
    await expect(page.getByText(say('Aucun bénéficiaire enregistré', 'No saved payee'))).toBeVisible();
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Ajouter un bénéficiaire', 'Add a payee') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('IBAN').fill(nearlyIban);
    await dialog.getByLabel(say('Nom', 'Name'), { exact: true }).fill('Fietsen Janssen');
    const add = dialog.getByRole('button', { name: say('Ajouter', 'Add'), exact: true });
    await add.click();
    await dialog.getByRole('button', { name: say('Prendre ce nom', 'Use this name') }).click();
    await expect(dialog.getByLabel(say('Nom', 'Name'), { exact: true })).toHaveValue('Fietsen Jansen');
    await axeFindsNothing(page);
    // The other bank knows the corrected name.
    bank.rail.verifyAs(nearlyIban, { result: 'match' });
    await add.click();
    await approve(page, bank);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('rowheader', { name: 'Fietsen Jansen' })).toBeVisible();

    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    await form.toIban.click();
    await form.saved.selectOption({ index: 1 });
    await form.amount.fill('12,50');
    await form.regularly.click();
    await form.firstRun.fill(tomorrow());
    await axeFindsNothing(page);
    await form.review.click();
    await form.dialog
      .getByRole('button', { name: say(/^Enregistrer 12,50.*chaque mois$/, /^Save 12,50.*every month$/) })
      .click();
    await approve(page, bank);
    await expect(form.receipt('Virement permanent enregistré', 'Standing order saved')).toBeVisible();
    await axeFindsNothing(page);
    await form.dialog
      .getByRole('link', { name: say('Voir mes virements permanents', 'See my standing orders') })
      .click();

    const orders = page.getByRole('table', { name: say('Mes virements permanents', 'My standing orders') });
    await expect(orders).toContainText(say('Demain', 'Tomorrow'));
    const label = say('le virement permanent à', 'the standing order to');
    await page.getByRole('button', { name: `${say('Modifier', 'Change')} ${label} Fietsen Jansen` }).click();
    await dialog.getByLabel(say('Montant', 'Amount')).fill('20');
    await dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
    await approve(page, bank);
    await expect(orders).toContainText(/20,00/);
    await axeFindsNothing(page);
    await page.getByRole('button', { name: `${say('Arrêter', 'Stop')} ${label} Fietsen Jansen` }).click();
    await page
      .getByRole('button', {
        name: say('Arrêter le virement permanent', 'Stop the standing order'),
        exact: true,
      })
      .click();
    await expect(page.getByText(say('Aucun virement permanent', 'No standing order'))).toBeVisible();
  },
);

inBothLanguages('a name that is not the holder’s needs a second confirmation', async (journey) => {
  const { page, context, bank, say } = journey;
  await ownCustomer(context, bank.shellUrl, { funds: 100 });
  bank.rail.verifyAs(unlikeIban, { result: 'no_match' });
  const form = formOf(page, say);
  await page.goto('/dashboard?action=transfer');
  await form.toIban.click();
  await form.iban.fill(unlikeIban);
  await form.name.fill('Anne Durand');
  await form.amount.fill('5');
  await form.review.click();
  await expect(form.dialog).toContainText(
    say('Ce nom n’est pas celui du titulaire', 'This name is not the account holder’s'),
  );
  await form.send('5,00').click();
  await expect(form.acceptName).toHaveAccessibleDescription(say(/Cochez cette case/, /Tick this box/));
  await axeFindsNothing(page);
  await form.acceptName.press('Space');
  await form.send('5,00').press('Enter');
  await expect(form.dialog.getByText(/^PAY-/)).toBeVisible();
});

inBothLanguages(
  'a payee who matches is added at once, noted, paid from its row until the receipt says so, and removed',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl, { funds: 100, verified: false });
    bank.rail.verifyAs(matchingIban, { result: 'match' });
    await page.goto('/dashboard/payees?action=add-beneficiary');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('IBAN').fill(matchingIban);
    await dialog.getByLabel(say('Nom', 'Name'), { exact: true }).fill('Marta Silva');
    await dialog.getByRole('button', { name: say('Ajouter', 'Add'), exact: true }).click();
    await approve(page, bank);
    await expect(dialog).toBeHidden();

    await page
      .getByRole('button', { name: say('Changer la note de Marta Silva', 'Change the note of Marta Silva') })
      .click();
    await axeFindsNothing(page);
    await dialog.getByLabel(say(/^Note pour vous/, /^Note to yourself/)).fill('Lisbonne');
    await dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
    await expect(page.getByRole('row', { name: /Marta Silva/ })).toContainText('Lisbonne');

    await page
      .getByRole('button', { name: say('Envoyer de l’argent à Marta Silva', 'Send money to Marta Silva') })
      .click();
    const form = formOf(page, say);
    await expect(form.dialog).toContainText('Marta Silva');
    await form.method.selectOption('sepa_instant');
    await form.amount.fill('5');
    await form.review.click();
    await form.send('5,00').click();
    await expect(
      form.receipt('Virement en attente de validation', 'Transfer waiting for validation'),
    ).toBeVisible();
    // The receipt stays open while the bank decides, and the other bank answers.
    await approveNewest(bank, who);
    await expect(form.receipt('Virement exécuté', 'Transfer carried out')).toBeVisible();
    await axeFindsNothing(page);

    await page.goto('/dashboard/payees');
    await page.getByRole('button', { name: say('Retirer Marta Silva', 'Remove Marta Silva') }).click();
    await page.getByRole('button', { name: say('Retirer le bénéficiaire', 'Remove the payee') }).click();
    await expect(page.getByText(say('Aucun bénéficiaire enregistré', 'No saved payee'))).toBeVisible();
  },
);
