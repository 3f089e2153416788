import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

const main = (page: Page) => page.getByRole('main');

inBothLanguages('the overview shows figures that link to their lists', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl, { funds: 1000 });
  await call('POST', `${bank.shellUrl}/api/cards/create`, { token: who.token, body: { card_type: 'debit' } });
  await call('POST', `${bank.shellUrl}/api/paiement`, {
    token: who.token,
    body: {
      recipient_account: 'DE89370400440532013000',
      recipient_name: 'Zoë Krüger',
      amount: 12.5,
      payment_method: 'sepa_transfer',
    },
  });
  await page.goto('/dashboard');
  const balance = page.getByRole('region', { name: say('Solde disponible', 'Available balance') });
  await expect(balance).toContainText(/987,50\s€/);
  const figure = (name: string) =>
    main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name }) });
  const cards = say('Cartes actives', 'Active cards');
  const transactions = say('Transactions ce mois-ci', 'Transactions this month');
  const transfers = say('Virements en attente', 'Pending transfers');
  await expect(figure(cards)).toContainText('1');
  await expect(figure(transactions)).toContainText('2');
  await expect(figure(transfers)).toContainText('1');
  const recent = page.getByRole('region', { name: say('Activité récente', 'Recent activity') });
  await expect(recent).toContainText('Zoë Krüger');
  await expect(recent).toContainText(say('En attente', 'Pending'));
  await expect(recent).toContainText(say('Terminé', 'Completed'));

  for (const [name, address] of [
    [cards, /\/dashboard\/cards$/],
    [transactions, /\/dashboard\/transactions\?dateFrom=\d{4}-\d\d-01$/],
    [transfers, /\/dashboard\/transactions\?status=pending$/],
    [say('Voir le solde', 'See the balance'), /\/dashboard\/balance$/],
  ] as const) {
    await main(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
});

inBothLanguages('the balance shows its change and its daily history', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl, { funds: 100 });
  const other = await newCustomer(bank.shellUrl);
  const body = { recipient_id: other.id, amount: 12.5 };
  await call('POST', `${bank.shellUrl}/api/balance/transfer`, { token: who.token, body });
  await page.goto('/dashboard/balance');
  const current = page.getByRole('region', { name: say('Solde disponible', 'Available balance') });
  await expect(current).toContainText(/87,50\s€/);
  await expect(current).toContainText(say(/En baisse −12,5\s%/, /Down −12\.5%/));
  const details = page.getByRole('region', { name: say('Détails du compte', 'Account details') });
  await expect(details).toContainText(/FR\d\d( \d{4}){5} \d{3}/);
  await expect(details).toContainText(/10\s000,00\s€/);
  const history = page.getByRole('region', { name: say('Les 90 derniers jours', 'The last 90 days') });
  await expect(history.getByRole('img')).toHaveAccessibleName(/87,50\s€/);
  await history.getByText(say('Voir le solde jour par jour', 'See the balance day by day')).click();
  await expect(history.getByRole('row').nth(1)).toContainText(/87,50\s€/);
});

inBothLanguages('the balance reports a failure, and can be reloaded', async (journey) => {
  const { page, context, bank, say } = journey;
  await ownCustomer(context, bank.shellUrl, { funds: 5 });
  await page.route('**/api/solde', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto('/dashboard/balance');
  await expect(main(page)).toContainText(
    say('Impossible de récupérer le solde', 'Unable to retrieve the balance'),
  );
  await page.unroute('**/api/solde');
  await page.route('**/api/solde', (route) => route.abort());
  const retry = page.getByRole('button', { name: say('Réessayer', 'Try again') });
  await retry.click();
  await expect(main(page)).toContainText(say('Erreur de connexion', 'Connection error'));
  await page.unroute('**/api/solde');
  await retry.click();
  await expect(main(page)).toContainText(/5,00\s€/);
});

inBothLanguages(
  'a quick check is kept on this device with its time',
  async ({ page, context, bank, say }) => {
    await ownCustomer(context, bank.shellUrl, { funds: 5 });
    await page.goto('/dashboard/check-balance');
    const check = page.getByRole('button', { name: say('Vérifier maintenant', 'Check now') });
    const checks = page.getByRole('table').getByRole('row');
    await check.click();
    await expect(main(page)).toContainText(
      say(/Dernière vérification\s: .*\d\d:\d\d/, /Last check: .*\d\d:\d\d/),
    );
    await expect(checks).toHaveCount(2);

    const invalid = { balance: { current_balance: 'much' } };
    await page.route('**/api/solde/check', (route) => route.fulfill({ json: invalid }));
    await check.click();
    await expect(page.getByRole('alert')).toContainText(
      say('Réponse du serveur invalide', 'Invalid server response'),
    );
    await page.unroute('**/api/solde/check');
    for (let made = 1; made <= 5; made += 1) {
      await Promise.all([page.waitForResponse('**/api/solde/check'), check.click()]);
      await expect(check).not.toHaveAttribute('aria-busy');
    }
    await expect(checks).toHaveCount(6);
    await page.reload();
    await expect(checks).toHaveCount(6);
    await expect(main(page)).toContainText(/5,00\s€/);
  },
);
