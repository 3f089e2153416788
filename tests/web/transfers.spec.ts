import { expect } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approve, balanceOf, ownCustomer } from './people';
import { done, formOf } from './transfer-form';

const germanIban = 'de89 3704\u00a0004405 32013000';

inBothLanguages('a transfer to a customer is confirmed first, and has a receipt', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl, { funds: 100 });
  const other = await newCustomer(bank.shellUrl);
  const form = formOf(page, say);
  await page.goto('/dashboard');
  await form.open();
  await form.recipient.fill(String(other.id));
  await form.amount.fill('25');
  await form.description.fill('Loyer');
  await form.review.click();
  await expect(form.dialog).toContainText(say(`Client n° ${other.id}`, `Customer no. ${other.id}`));
  await expect(form.dialog).toContainText('Loyer');
  await axeFindsNothing(page);
  await form.send('25,00').click();

  await expect(form.receipt(...done)).toBeVisible();
  await expect(form.dialog).toContainText(/75,00\s€/);
  await axeFindsNothing(page);
  const reference = await form.dialog.getByText(/^TR-/).textContent();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await form.dialog.getByRole('button', { name: say('Copier', 'Copy') }).click();
  const toast = form.dialog.getByText(say('La référence est copiée.', 'Reference copied.'));
  await expect(toast).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  // A message over a dialog can be read and closed.
  await form.dialog
    .getByRole('button', { name: say('Fermer', 'Close') })
    .last()
    .click();
  await expect(toast).toBeHidden();

  await form.dialog
    .getByRole('button', { name: say('Faire un autre virement', 'Make another transfer') })
    .click();
  await expect(form.recipient).toBeFocused();
  await expect(form.recipient).toHaveValue('');
  await page.goBack();
  await expect(form.dialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText(/75,00\s€/);
  expect((await balanceOf(bank.shellUrl, who)).current_balance).toBe(75);
  expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(25);
});

inBothLanguages('a payment to an IBAN awaits the bank’s approval', async ({ page, context, bank, say }) => {
  const who = await ownCustomer(context, bank.shellUrl, { funds: 100, verified: false });
  const form = formOf(page, say);
  await page.goto('/dashboard?action=transfer');
  await form.toIban.click();
  await form.iban.fill(germanIban);
  await expect(form.iban).toHaveValue('DE89 3704 0044 0532 0130 00');
  await expect(form.dialog.getByRole('status')).toContainText(
    say('Allemagne, IBAN complet', 'Germany, complete IBAN'),
  );
  await form.name.fill('Zoë Krüger');
  await form.method.selectOption({
    label: say('Virement SEPA instantané, en Europe', 'SEPA instant transfer, within Europe'),
  });
  await form.amount.fill('40,10');
  await form.review.click();
  await expect(form.dialog).toContainText('Zoë Krüger');
  await expect(form.dialog).toContainText('DE89 3704 0044 0532 0130 00');
  await form.send('40,10').click();
  await approve(page, bank);
  await expect(
    form.receipt('Virement en attente de validation', 'Transfer waiting for validation'),
  ).toBeVisible();
  await expect(form.dialog.getByText(/^PAY-/)).toBeVisible();
  expect(await balanceOf(bank.shellUrl, who)).toMatchObject({
    current_balance: 100,
    available_balance: 59.9,
  });
  await form.dialog.getByRole('link', { name: say('Voir mes transactions', 'See my transactions') }).click();
  await expect(page).toHaveURL('/dashboard/transactions');
  await expect(form.dialog).toBeHidden();
});

inBothLanguages(
  'an IBAN says what is wrong with it once it is left',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl, { funds: 100 });
    const form = formOf(page, say);
    const reason = (words: string | RegExp) =>
      expect(form.iban).toHaveAccessibleDescription(new RegExp(words));
    await page.goto('/dashboard?action=transfer');
    await form.toIban.click();
    await form.iban.pressSequentially('de8937040044053201');
    await expect(form.iban).toHaveValue('DE89 3704 0044 0532 01');
    await expect(form.iban).not.toHaveAttribute('aria-invalid');
    await form.iban.blur();
    await reason(
      say('Il manque 4 caractères sur 22 \\(Allemagne\\)', '4 of 22 characters are missing \\(Germany\\)'),
    );
    await form.iban.press('End');
    await form.iban.pressSequentially('3001');
    await reason(say('La clé de contrôle ne correspond pas', 'The check digits do not match'));
    await form.iban.fill('US64 SVBK');
    await form.iban.blur();
    await reason(say(/«\sUS\s» n’est pas/, /“US” is not/));

    // One's own account is refused before anything is sent.
    await form.iban.fill((await balanceOf(bank.shellUrl, who)).account_number);
    await form.name.fill('Moi');
    await form.amount.fill('5');
    await form.review.click();
    await reason(say('votre propre compte', 'your own account'));

    // Another one of this bank is refused by the server, which suggests a transfer; typed values are kept.
    const other = await newCustomer(bank.shellUrl);
    await form.iban.fill((await balanceOf(bank.shellUrl, other)).account_number);
    await form.review.click();
    await form.acceptName.check();
    await form.send('5,00').click();
    await reason(say('Ce compte est tenu dans cette banque', 'This account is held'));
    await form.dialog
      .getByRole('button', { name: say('Faire un virement à ce client', 'Make a transfer to this customer') })
      .click();
    await expect(form.amount).toHaveValue('5');
    // A transfer to oneself is refused as well, beside the field.
    await form.recipient.fill(String(who.id));
    await form.review.click();
    await expect(form.recipient).toHaveAttribute('aria-invalid', 'true');
    await expect(form.recipient).toHaveValue(String(who.id));
  },
);

inBothLanguages(
  'too much is refused beside the amount, and can be mended',
  async ({ page, context, bank, say }) => {
    await ownCustomer(context, bank.shellUrl, { funds: 10 });
    const other = await newCustomer(bank.shellUrl);
    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    // The form compares with the balance once that has come; before, the server does.
    await expect(form.dialog).toContainText(say(/Disponible\s: 10,00\s€/, /Available: 10,00\s€/));
    await form.recipient.fill(String(other.id));
    await form.amount.fill('600');
    await form.review.click();
    await expect(form.amount).toHaveAccessibleDescription(
      new RegExp(say('Le solde ne permet pas cette opération', 'balance does not')),
    );
    await form.amount.fill('6');
    await form.review.click();
    await form.send('6,00').click();
    await expect(form.receipt(...done)).toBeVisible();
  },
);

inBothLanguages(
  'without a connection the form reports it at once, and sends when it is back',
  async (journey) => {
    const { page, context, bank, say } = journey;
    await ownCustomer(context, bank.shellUrl, { funds: 10 });
    const other = await newCustomer(bank.shellUrl);
    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    await form.recipient.fill(String(other.id));
    await form.amount.fill('3');
    await context.setOffline(true);
    await expect(form.dialog).toContainText(say('Vous êtes hors connexion', 'You are offline'));
    await form.review.click();
    await form.send('3,00').click();
    await expect(form.dialog).toContainText(
      say('Le virement a échoué. Veuillez réessayer.', 'Transfer failed. Please try again.'),
    );
    await context.setOffline(false);
    await expect(form.dialog).toContainText(say('La connexion est revenue.', 'You are back online.'));
    await form.send('3,00').click();
    await expect(form.receipt(...done)).toBeVisible();
    expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(3);
  },
);

inBothLanguages('a double click, a lost response and a reload move the money once', async (journey) => {
  const { page, context, bank, say } = journey;
  await ownCustomer(context, bank.shellUrl, { funds: 100 });
  const other = await newCustomer(bank.shellUrl);
  const form = formOf(page, say);
  const calls: string[] = [];
  page.on(
    'request',
    (sent) => sent.url().endsWith('/balance/transfer') && calls.push(sent.headers()['idempotency-key']!),
  );
  await page.goto('/dashboard?action=transfer');
  await form.recipient.fill(String(other.id));
  await form.amount.fill('12,50');
  await form.review.click();

  // The server responds, but the response never arrives.
  await page.route('**/api/balance/transfer', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.send('12,50').dblclick();
  await expect(form.dialog).toContainText(
    say('Le virement a échoué. Veuillez réessayer.', 'Transfer failed. Please try again.'),
  );
  expect(calls).toHaveLength(1);
  await page.unroute('**/api/balance/transfer');

  await page.reload();
  await expect(form.amount).toHaveValue('12,50');
  await form.review.click();
  await form.send('12,50').click();
  await expect(form.receipt(...done)).toBeVisible();
  await expect(form.dialog).toContainText(/87,50\s€/);
  expect(new Set(calls).size).toBe(1);
  expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(12.5);
});

inBothLanguages(
  'an order typed again after the late success of a closed form is paid again',
  async (journey) => {
    const { page, context, bank, say } = journey;
    await ownCustomer(context, bank.shellUrl, { funds: 100 });
    const other = await newCustomer(bank.shellUrl);
    const form = formOf(page, say);
    const fill = async () => {
      await form.recipient.fill(String(other.id));
      await form.amount.fill('12,50');
      await form.review.click();
      await form.send('12,50').click();
    };
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => (gate.open = resolve));
    await page.route('**/api/balance/transfer', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto('/dashboard?action=transfer');
    await fill();
    await page.keyboard.press('Escape');
    await expect(form.dialog).toBeHidden();
    gate.open?.();
    await expect(
      page.getByText(say(/12,50\s€\s: virement enregistré\./, /12,50\s€: transfer recorded\./)),
    ).toBeVisible();

    await form.open();
    await expect(form.amount).toHaveValue('');
    await fill();
    await expect(form.receipt(...done)).toBeVisible();
    expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(25);
  },
);
