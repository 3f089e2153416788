import { collectErrors, expect, test as base } from '../support/bank-fixture';
import { startBank, type Bank } from '../support/bank';
import { demonstrationPerson } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';

/** A bank of its own: the page breaks what others rely on. */
const test = base.extend<object, { bank: Bank }>({
  bank: [
    async ({}, use) => {
      const bank = await startBank({ seed: true, world: true, env: { LOG_LEVEL: 'warn' } });
      await use(bank);
      await bank.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

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
  await form.getByLabel('Montant en euros').fill('12,5,0');
  await form.getByRole('button', { name: 'Envoyer le virement' }).click();
  await expect(page.getByRole('alert')).toContainText('Donnez un nom');
  await expect(form.getByLabel('IBAN du client')).toHaveValue(before.account_number);
  await form.getByLabel('Nom du client').fill('Marie Lefevre');
  await form.getByLabel('Montant en euros').fill('12,50');
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
