import { expect } from '../support/bank-fixture';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approve, ownCustomer } from './people';
import { formOf } from './transfer-form';

inBothLanguages(
  'a payee in the United States is added and paid, with the fee and the arrival before',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl, { funds: 500 });
    const body = { currency: 'USD' };
    await call('POST', `${bank.shellUrl}/api/accounts`, { token: who.token, body });

    await page.goto('/dashboard/payees');
    await page.getByRole('button', { name: say('Ajouter un bénéficiaire', 'Add a payee') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('Type de compte', 'Kind of account'), { exact: true }).selectOption('abroad');
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    await fill(say('Nom', 'Name'), 'Grace Hopper');
    await fill('BIC', 'CHASUS33');
    await fill('ABA routing number', '021000022');
    await fill(say('Numéro de compte', 'Account number'), '8800112233');
    await fill(say('Ville', 'Town'), 'Arlington');
    const add = dialog.getByRole('button', { name: say('Ajouter', 'Add'), exact: true });
    await add.click();
    await expect(dialog.getByLabel('ABA routing number', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await axeFindsNothing(page);
    await fill('ABA routing number', '0210 0002 1');
    await add.click();
    await approve(page, bank);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('rowheader', { name: 'Grace Hopper' })).toBeVisible();

    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    await form.toIban.click();
    await form.saved.selectOption({ index: 1 });
    const account = form.dialog.getByLabel(say('Compte débité', 'From account'), { exact: true });
    await expect(account.getByRole('option')).toHaveText([/^EUR/, /^USD/]);
    await form.dialog.getByLabel(say('Frais', 'Charges'), { exact: true }).selectOption('OUR');
    await form.amount.fill('100');
    await axeFindsNothing(page);
    await form.review.click();
    await expect(form.dialog).toContainText(/30[,.]00/);
    await expect(form.dialog).toContainText(/130[,.]00/);
    await expect(form.dialog).toContainText(say('Arrivée estimée', 'Expected arrival'));
    await axeFindsNothing(page);
    await form.dialog.getByRole('button', { name: say(/^Envoyer 100,00/, /^Send .*100/) }).click();
    await expect(
      form.receipt('Virement en attente de validation', 'Transfer waiting for validation'),
    ).toBeVisible();
  },
);
