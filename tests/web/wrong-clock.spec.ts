import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { ownCustomer } from './people';

const expect = assert.configure({ timeout: 15_000 });
const hour = 3_600_000;

/** Sets the device's clock ahead of the bank's, or behind it. */
const setClock = (page: Page, ahead: number) =>
  page.addInitScript((difference) => {
    const OwnDate = Date;
    const now = () => OwnDate.now() + difference;
    globalThis.Date = class extends OwnDate {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [now()]) as [number]));
      }
      static override now = now;
    } as DateConstructor;
  }, ahead);

/** An online payment that waits for five minutes. */
async function askForConsent(page: Page) {
  const asked = Date.now();
  const challenge = {
    id: 'a'.repeat(32),
    card_id: 1,
    card_number: '**** **** **** 7399',
    merchant: 'Foggygadgets',
    amount: 80,
    currency: 'EUR',
    account_amount: 80,
    account_currency: 'EUR',
    state: 'asked',
    created_at: new Date(asked).toISOString(),
    expires_at: new Date(asked + 300_000).toISOString(),
  };
  await page.route('**/api/carte/challenges', (route) =>
    route.fulfill({
      json: { challenges: [challenge], over: [] },
      headers: { Date: new Date().toUTCString() },
    }),
  );
}

for (const hours of [72, -49]) {
  test(`a telephone whose clock is ${hours} hours ahead shows the bank's time`, async ({
    page,
    context,
    bank,
  }) => {
    await ownCustomer(context, bank.shellUrl, { funds: 20 });
    await setClock(page, hours * hour);
    await askForConsent(page);
    await page.goto('/dashboard/cards/payments-to-confirm');
    await expect(page.getByRole('timer')).toHaveText(/^[45]\smin \d\d\ss$/);
    await expect(page.getByRole('button', { name: 'Confirmer ce paiement' })).toBeVisible();
    await page.goto('/dashboard/transactions');
    await expect(page.getByRole('main')).toContainText('Aujourd’hui');
    await page.goto('/dashboard/check-balance');
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
    const today = new Intl.DateTimeFormat('fr-FR', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Europe/Paris',
    });
    await expect(page.getByText(/^Dernière vérification/)).toContainText(today.format());
  });
}

test('a payment that asked for consent before the page was opened is shown', async ({
  page,
  context,
  bank,
}) => {
  await ownCustomer(context, bank.shellUrl);
  await askForConsent(page);
  await page.goto('/dashboard');
  await expect(page.getByText(/Foggygadgets/)).toBeVisible();
});

test('a payment that asked for consent while the page slept is shown on waking', async ({
  page,
  context,
  bank,
}) => {
  await ownCustomer(context, bank.shellUrl);
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const opened = page.waitForRequest('**/api/events');
  await page.clock.runFor(12_000);
  await askForConsent(page);
  await page.clock.fastForward(50_000);
  await opened;
  await expect(page.getByText(/Foggygadgets/)).toBeVisible();
});
