import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { connectTo, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { countClicks } from './clicks';
import { inBothLanguages } from './languages';
import { addFunds, ownCustomer } from './people';
import { someAccount } from './payment-desk';
import { formOf } from './transfer-form';

/** Sizes of type in the page's content, the largest first, each with its words. */
const largest = (page: Page) =>
  page
    .getByRole('main')
    .locator('p, h1, h2, h3, dd, span, strong')
    .evaluateAll((all) => {
      const shown = all.filter((each) => each.checkVisibility() && each.textContent?.trim());
      const sizeOf = (each: Element) => parseFloat(getComputedStyle(each).fontSize);
      const most = Math.max(...shown.map(sizeOf));
      return shown.filter((each) => sizeOf(each) === most).map((each) => each.textContent?.trim() ?? '');
    });

inBothLanguages(
  'one figure says what can be spent, on every screen that shows the balance',
  async ({ page, context, bank, say }) => {
    const who = await ownCustomer(context, bank.shellUrl);
    await addFunds(bank.shellUrl, who, 9_027.25);
    // Limits of a new account are below such sums.
    const database = connectTo(bank.migrationUrl);
    await database.rows('UPDATE accounts SET transfer_limit = 1000000 WHERE user_id = ?', [who.id]);
    await database.end();
    for (const amount of [3_877, 3_384]) {
      const body = { recipient_account: someAccount(), recipient_name: 'Garage', amount };
      const { status } = await call('POST', `${bank.shellUrl}/api/paiement`, {
        token: who.token,
        body: { ...body, payment_method: 'sepa_transfer' },
      });
      expect(status).toBe(201);
    }
    const aside = /^dont 7\s261,00\s€ mis de côté pour 2 virements$/;
    const setAside = say(aside, /^of which 7\s261,00\s€ set aside for 2 transfers$/);
    const held = (place: Page | Locator) => place.getByRole('link', { name: setAside });
    const oneFigure = async () => {
      await expect(held(page)).toHaveAttribute('href', /\/dashboard\/transactions\?status=pending$/);
      await expect.poll(() => largest(page)).toEqual([expect.stringMatching(/^1\s766,25\s€$/)]);
    };

    await page.goto('/dashboard');
    const clicks = await countClicks(page);
    await oneFigure();
    const menu = page.getByRole('navigation', { name: say('Menu principal', 'Main menu') });
    await menu.getByRole('link', { name: say('Solde', 'Balance'), exact: true }).click();
    await oneFigure();
    await menu.getByRole('link', { name: say('Vérifier le solde', 'Check balance') }).click();
    await page.getByRole('button', { name: say('Vérifier maintenant', 'Check now') }).click();
    await oneFigure();
    expect(await clicks()).toBe(3);

    // Before money leaves, the same figure stands under the amount that is sent.
    const other = await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' });
    const form = formOf(page, say);
    await page.goto('/dashboard?action=transfer');
    await form.recipient.fill(other.email);
    await form.amount.fill('20');
    await form.review.click();
    await expect(form.send('20,00')).toBeVisible();
    await expect(form.dialog).toContainText(say(/Disponible\s: 1\s766,25\s€/, /Available: 1\s766,25\s€/));
    await expect(held(form.dialog)).toBeVisible();

    await page.goto('/dashboard/balance');
    await held(page).click();
    await expect(page).toHaveURL(/\/dashboard\/transactions\?status=pending$/);
    await expect(page.getByRole('rowheader')).toHaveCount(2);
  },
);
