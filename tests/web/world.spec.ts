import type { Bank } from '../support/bank';
import { collectErrors, expect } from '../support/bank-fixture';
import { connectTo, demonstrationPerson } from '../support/customers';
import { call } from '../support/http';
import { testWithRemotes as test } from '../support/remotes-fixture';
import { axeFindsNothing } from './axe';
import { approve, ownCustomer } from './people';

async function accountOf(bank: Bank, token: string) {
  const { body } = await call<{ accounts: { account_number: string; current_balance: number }[] }>(
    'GET',
    `${bank.shellUrl}/api/accounts`,
    { token },
  );
  const [account] = body.accounts;
  if (!account) throw new Error('the customer has no account');
  return account;
}

test('a person sends money to a customer, and the page follows it', async ({ bank, page }) => {
  const { token } = await demonstrationPerson(bank.shellUrl, 'marie');
  const before = await accountOf(bank, token);
  await page.goto(bank.worldUrl);
  await expect(page.getByText('Tout ici est inventé :')).toBeVisible();
  const form = page.getByRole('region', { name: 'Envoyer de l’argent' });
  await form.getByLabel('IBAN du client').fill(before.account_number);
  await form.getByLabel('Montant').fill('12,5,0');
  await form.getByRole('button', { name: 'Envoyer le virement' }).click();
  await expect(page.getByRole('alert')).toContainText('Donnez un nom');
  await expect(form.getByLabel('IBAN du client')).toHaveValue(before.account_number);
  await form.getByLabel('Nom du client').fill('Marie Lefevre');
  await form.getByLabel('Montant').fill('12,50');
  await form.getByLabel('Virement instantané', { exact: false }).check();
  await form.getByRole('button', { name: 'Envoyer le virement' }).click();
  await expect(page.getByRole('status')).toHaveText('Le virement part vers la banque.');
  const row = page.getByRole('region', { name: 'Paiements' }).getByRole('row', { name: /12,50/ });
  await expect(row).toContainText('Réglé');
  const after = await accountOf(bank, token);
  expect(after.current_balance).toBeCloseTo(before.current_balance + 12.5, 2);
  await page.getByRole('link', { name: 'pacs.008.001.08' }).first().click();
  await expect(page.getByText('<IntrBkSttlmAmt Ccy="EUR">12.50</IntrBkSttlmAmt>')).toBeVisible();
});

test('works without a script, and breaks and repairs things by one click', async ({ bank, browser }) => {
  const errors: string[] = [];
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  collectErrors(context, errors);
  const page = await context.newPage();
  await page.goto(`${bank.worldUrl}/?lang=en`);
  const faults = page.getByRole('region', { name: 'Break something' });
  await faults.getByRole('button', { name: 'Sign wrongly' }).click();
  await expect(faults.getByRole('button', { name: 'Sign wrongly' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Sign wrongly, until');
  await faults.getByRole('button', { name: 'Put everything right' }).click();
  await expect(page.getByRole('region', { name: 'State' })).toContainText('None');
  expect(errors).toEqual([]);
  await context.close();
});

test('is accessible in both languages and schemes', async ({ bank, page }) => {
  for (const [language, colorScheme] of [
    ['fr', 'light'],
    ['en', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${bank.worldUrl}/?lang=${language}`);
    await axeFindsNothing(page, language);
  }
});

/** A shop that a new virtual card pays; the number is revealed by the API. */
async function shopFor(bank: Bank, { token }: { token: string }) {
  const options = { token, body: { card_type: 'debit', virtual: true } };
  const { body } = await call<{ card: { id: number } }>('POST', `${bank.shellUrl}/api/cards/create`, options);
  const reveal = `${bank.shellUrl}/api/carte/${body.card.id}/reveal`;
  const { number, expiry, code } = (await call<Record<string, string>>('POST', reveal, { token })).body;
  const send = async (method: string, path: string, payment?: object) =>
    (
      await call<{ reference: string; state: string }>(method, `${bank.worldUrl}/play/cards/${path}`, {
        ...(payment && { body: payment }),
      })
    ).body;
  return {
    pay: (shop: string, amount: number) =>
      send('POST', 'payments', { shop, amount, number, expiry, code }).then(({ reference }) => reference),
    stateOf: (reference: string) => send('GET', `payments/${reference}`).then(({ state }) => state),
  };
}

test('an online payment appears live at its holder, who confirms, refuses, or is too late', async ({
  bank,
  page,
  context,
}) => {
  test.slow();
  const { pay, stateOf } = await shopFor(bank, await ownCustomer(context, bank.shellUrl, { funds: 1_000 }));
  const live = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto(`${bank.shellUrl}/dashboard`);
  await live;
  const first = await pay('TRAINS05', 80);
  const notice = page.getByRole('status').filter({ hasText: 'Paiement en ligne à confirmer' });
  await expect(notice).toContainText('Trains du Fleuve');
  await notice.getByRole('link', { name: 'Voir ce paiement' }).click();
  await expect(page).toHaveURL(`${bank.shellUrl}/dashboard/cards/payments-to-confirm`);
  await expect(notice).toBeHidden();
  const open = page.getByRole('listitem', { name: /^Payer 80,00\s€ chez Trains du Fleuve/ });
  await expect(open.getByRole('timer')).toHaveText(/^4\smin \d\d\ss$/);
  await axeFindsNothing(page);
  await open.getByRole('button', { name: 'Confirmer ce paiement' }).dblclick();
  await approve(page, bank);
  await expect(open).toBeHidden();
  await expect(page.getByText('Confirmé', { exact: true })).toBeVisible();
  await expect.poll(() => stateOf(first)).not.toBe('challenged');

  await pay('LIVRES04', 45);
  await page.getByRole('button', { name: 'Refuser ce paiement' }).click();
  await expect(page.getByText('Refusé', { exact: true })).toBeVisible();

  await pay('LIVRES04', 46);
  const late = page.getByRole('button', { name: 'Confirmer ce paiement' });
  await expect(late).toBeVisible();
  const database = connectTo(bank.migrationUrl);
  await database.rows(`UPDATE card_challenges SET expires_at = NOW(3) WHERE state = 'asked'`);
  await database.end();
  // Nobody is asked to prove themselves for what is over.
  await late.click();
  await expect(page.getByText('Délai dépassé')).toBeVisible();
  await expect(late).toBeHidden();
});
