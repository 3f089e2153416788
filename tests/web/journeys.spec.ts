import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { countClicks } from './clicks';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';
import { done, formOf } from './transfer-form';

inBothLanguages(
  'an amount is found in two actions, and what was sent is sent again in two clicks',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl, { funds: 300 });
    const other = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' });
    await call('POST', `${bank.shellUrl}/api/balance/transfer`, {
      token: who.token,
      body: { recipient_id: other.id, amount: 61.78, description: 'Livres' },
    });
    await page.goto('/dashboard');
    const finding = await countClicks(page);
    await page
      .getByRole('navigation', { name: say('Menu principal', 'Main menu') })
      .getByRole('link', { name: 'Transactions' })
      .click();
    await page.getByLabel(say('Rechercher', 'Search')).fill(say('61,78', '61.78 €'));
    const table = page.getByRole('table', { name: 'Transactions' });
    await expect(table.getByRole('rowheader')).toHaveCount(1);
    expect(await finding()).toBe(1);
    await expect(page.getByText(say('1 opération', '1 transaction'))).toBeAttached();

    // The whole row is the link.
    await table
      .getByRole('row')
      .last()
      .click({ position: { x: 400, y: 20 } });
    const detail = page.getByRole('dialog', {
      name: say('Détails de la transaction', 'Transaction details'),
    });
    await expect(detail).toContainText('Paul N.');
    const dispute = detail.getByRole('link', { name: say(/Je ne reconnais pas/, /I don’t recognise/) });
    await expect(dispute).toHaveAttribute('href', /\/disputes\/new\?transaction=\d+$/);
    await axeFindsNothing(page);
    await detail.getByRole('button', { name: say('Refaire ce virement', 'Repeat this transfer') }).click();
    const form = formOf(page, say);
    await expect(form.amount).toHaveValue('61,78');
    await form.dialog.getByRole('button', { name: say('Fermer', 'Close') }).click();

    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Paul N.' }).waitFor();
    const sending = await countClicks(page);
    await page.getByRole('button', { name: 'Paul N.' }).click();
    await expect(form.dialog).toContainText('Paul N.');
    await axeFindsNothing(page);
    await form.amount.fill('20');
    await form.amount.press('Enter');
    await expect(form.dialog).toContainText('Paul N.');
    await form.send('20,00').click();
    await expect(form.receipt(...done)).toBeVisible();
    expect(await sending()).toBe(2);
  },
);

inBothLanguages(
  'a payee is found by name, and money stands aside for it',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl, { funds: 100 });
    const other = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' });
    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    const entry = form.dialog.getByLabel(say('Destinataire', 'Recipient'), { exact: true });
    await entry.fill(who.email);
    await entry.press('Enter');
    await expect(entry).toHaveAccessibleDescription(say(/votre propre compte/, /your own account/));
    await entry.fill(`@${other.username}`);
    await entry.press('Enter');
    await expect(form.dialog).toContainText('Paul N.');
    await expect(form.amount).toBeFocused();

    await call('POST', `${bank.shellUrl}/api/paiement`, {
      token: who.token,
      body: {
        recipient_account: 'DE89370400440532013000',
        recipient_name: 'Otto',
        amount: 20,
        payment_method: 'sepa_transfer',
      },
    });
    await page.goto('/dashboard/balance');
    const balance = page.getByRole('region', { name: say('Solde disponible', 'Available balance') });
    await expect(balance).toContainText(/80,00\s€/);
    await balance
      .getByRole('link', { name: say(/20,00\s€ mis de côté pour 1 virement/, /20,00\s€ set aside/) })
      .click();
    await expect(page).toHaveURL(/\/dashboard\/transactions\?status=pending/);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
  },
);

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  inBothLanguages('the list has rows of 64 px, and nothing covers what has the focus', async (journey) => {
    const { page, context, bank, say } = journey;
    await ownCustomer(context, bank.shellUrl, { funds: 100 });
    await page.goto('/dashboard/transactions');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await row.waitFor();
    expect((await row.boundingBox())?.height).toBeCloseTo(64, -1);
    const filters = page.getByRole('button', { name: say('Filtres', 'Filters') });
    await expect(page.getByLabel('Type')).toBeHidden();
    await filters.tap();
    await page.getByLabel('Type').selectOption('deposit');
    await expect(page.getByRole('button', { name: say('Filtres (1)', 'Filters (1)') })).toBeVisible();
    await axeFindsNothing(page);
    const low = await page
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
      );
    expect(low, 'too low for a finger').toEqual([]);

    const bar = page.getByRole('navigation', { name: say('Menu principal', 'Main menu') });
    const places = say('Accueil Opérations Envoyer Cartes Plus', 'Home Activity Send Cards More').split(' ');
    for (const name of places) await expect(bar.getByText(name, { exact: true })).toBeVisible();
    const top = (await bar.boundingBox())?.y ?? 0;
    for (let pressed = 0; pressed < 14; pressed += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document;
        const isInBar = element?.closest('nav') !== null;
        return isInBar ? 0 : (element?.getBoundingClientRect().bottom ?? 0);
      });
      expect(focused).toBeLessThanOrEqual(top);
    }
    await bar.getByRole('link', { name: say('Envoyer', 'Send') }).tap();
    await expect(formOf(page, say).dialog).toBeVisible();

    // On the public pages too the assistant is in the header, which is one row.
    await page.goto('/contact');
    const header = page.getByRole('banner');
    await expect(
      header.getByRole('button', { name: say('Ouvrir l’assistant', 'Open the assistant') }),
    ).toBeVisible();
    expect((await header.boundingBox())?.height).toBeLessThan(80);
  });
});
