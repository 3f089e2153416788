import type { Account, AccountList } from '../../libs/contracts/accounts';
import type { Beneficiary } from '../../libs/contracts/payees';
import { expect, test } from '../support/bank-fixture';
import { connectTo } from '../support/customers';
import { call } from '../support/http';
import { storeRates } from '../support/rate-sets';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { withPayments } from './payment-desk';
import { approve, ownCustomer } from './people';
import { formOf } from './transfer-form';

/** Many pages, which open slowly on a busy machine. */
test.beforeEach(() => test.slow());

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

inBothLanguages(
  'a payment in dollars is found in its account, and cancelled there',
  async ({ page, context, bank, say }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const database = connectTo(bank.migrationUrl);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' });
    // The built-in rates are too old to pay by.
    const some = { GBP: '85000000', JPY: '16342000000', USD: '108420000' };
    await storeRates(database, today, Object.entries(some));
    await database.end();
    const who = await ownCustomer(context, bank.shellUrl, { funds: 500 });
    const post = <Body>(path: string, body: object) =>
      call<Body>('POST', `${bank.shellUrl}/api/${path}`, { token: who.token, body });
    const { body: account } = await post<Account>('accounts', { currency: 'USD' });
    const bought = { from: 'EUR', to: 'USD', side: 'buy', amount: 200 };
    const { body: quote } = await post<{ id: number }>('exchange/quotes', bought);
    await post('exchange', { quote_id: quote.id });
    const { body: payee } = await post<Beneficiary>('beneficiaries', {
      name: 'Grace Hopper',
      account: { bic: 'CHASUS33XXX', account_number: '8800112244', country: 'US' },
      currency: 'USD',
      clearing_code: '021000021',
      address: { street: '1 Navy Way', town: 'Arlington', postcode: '22202', country: 'US' },
    });
    const paid = await withPayments(bank, () =>
      post('paiement', {
        beneficiary_id: payee.id,
        amount: 100,
        currency: 'USD',
        payment_method: 'international_transfer',
        description: 'Facture',
      }),
    );
    expect(paid).toMatchObject({ status: 201 });
    const available = async () => {
      const { body } = await call<AccountList>('GET', `${bank.shellUrl}/api/accounts`, { token: who.token });
      return body.accounts.find(({ currency }) => currency === 'USD')?.available_balance;
    };
    expect(await available()).toBeLessThanOrEqual(100);

    await page.goto(`/dashboard/currencies?account=${account.id}`);
    const row = page.locator('tr').filter({ has: page.getByRole('link', { name: 'Facture' }) });
    await expect(row).toContainText(say('En attente', 'Pending'));
    await page.getByRole('link', { name: 'Facture' }).press('Enter');
    await expect(page).toHaveURL(/\?account=\d+&transaction=\d+$/);
    await page.reload();
    const details = page.getByRole('dialog', {
      name: say('Détails de la transaction', 'Transaction details'),
    });
    const cancel = { name: say('Annuler ce paiement', 'Cancel this payment') };
    await expect(details.getByRole('button', cancel)).toBeVisible();
    await axeFindsNothing(page);
    await details.getByRole('button', cancel).click();
    await page.getByRole('alertdialog').getByRole('button', cancel).click();
    // The message about it, which leaves after seconds, has a close button, too.
    const message = details.getByText(say('Le paiement est annulé.', 'The payment is cancelled.'));
    await expect(message).toBeVisible();
    const close = details.getByRole('button', { name: say('Fermer', 'Close') }).first();
    const [above, below] = await Promise.all([close.boundingBox(), message.boundingBox()]);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await expect(details.getByText(say(/^Le montant réservé est/, /^The reserved amount is/))).toBeVisible();
    await close.click();
    await expect(details).toBeHidden();
    await expect(row).toContainText(say('Annulé', 'Cancelled'));
    expect(await available()).toBe(200);
  },
);
