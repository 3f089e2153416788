import { renderPage, signInBeforeEach, unreachable, largeFigure } from '../../../../tests/support/ui';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { BalancePage } from './balance-page';

signInBeforeEach();

const overview = {
  balance: {
    current_balance: 110,
    available_balance: 85.5,
    previous_balance: 100,
    account_number: 'FR7699999000010127005674754',
    account_type: 'current',
    currency: 'EUR',
    card_limit: 3000,
    transfer_limit: 10000,
    withdrawal_limit: 1000,
    overdraft_limit: 500,
    reserved: { amount: 24.5, transfers: 2, cards: 1 },
  },
  history: [
    { balance: -20, date: '2026-11-19T22:59:59.999Z' },
    { balance: 100, date: '2026-11-20T22:59:59.999Z' },
    { balance: 110, date: '2026-11-21T22:59:59.999Z' },
  ],
};

it('shows the balance, how it changed, and what the account may do', async () => {
  renderPage(<BalancePage />, { fetch: () => ({ body: overview }) });
  const now = within(await screen.findByRole('region', { name: 'Solde disponible' }));
  expect(now.getByText(largeFigure(/^85,50\s€$/))).toBeInTheDocument();
  expect(now.getByText(/^Solde comptabilisé : 110,00\s€,$/)).toBeInTheDocument();
  expect(now.getByText(/^En hausse \+10,0\s%$/)).toBeInTheDocument();
  const held = now.getByRole('link', {
    name: /^dont 24,50\s€ mis de côté pour 2 virements et 1 paiement par carte$/,
  });
  expect(held).toHaveAttribute('href', '/dashboard/transactions?status=pending');
  const details = within(screen.getByRole('region', { name: 'Détails du compte' }));
  expect(details.getByText('FR76 9999 9000 0101 2700 5674 754')).toBeInTheDocument();
  expect(details.getByText('Compte courant')).toBeInTheDocument();
  expect(details.getByText(/^10\s000,00\s€$/)).toBeInTheDocument();
});

it('does with the fields of specification 2', async () => {
  const { available_balance: _available, reserved: _reserved, ...balance } = overview.balance;
  renderPage(<BalancePage />, { fetch: () => ({ body: { ...overview, balance } }) });
  const now = within(await screen.findByRole('region', { name: 'Solde disponible' }));
  expect(now.getByText(largeFigure(/^110,00\s€$/))).toBeInTheDocument();
});

it('draws the history with a text alternative and a table', async () => {
  renderPage(<BalancePage />, { fetch: () => ({ body: overview }) });
  const picture = await screen.findByRole('img');
  expect(picture).toHaveAccessibleName(/de −20,00\s€ le 19\snov\.\s2026 à 110,00\s€ le 21\snov\.\s2026/);
  expect(screen.getByText('La ligne pointillée marque 0 €.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Voir le solde jour par jour'));
  const rows = within(screen.getByRole('table', { name: 'Les 90 derniers jours' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Solde'),
    expect.stringMatching(/21\snov\.\s2026110,00\s€/),
    expect.stringMatching(/20\snov\.\s2026100,00\s€/),
    expect.stringMatching(/19\snov\.\s2026−20,00\s€/),
  ]);
});

it('compares the history with its first day in English, too', async () => {
  act(() => setLanguage('en'));
  renderPage(<BalancePage />, { fetch: () => ({ body: overview }) });
  expect(await screen.findByText(/^Up 130,00\s€.* on 19\sNov\s2026$/)).toBeInTheDocument();
  expect(screen.queryByText(/on on/)).not.toBeInTheDocument();
  act(() => setLanguage('fr'));
});

it.each([
  ['the server fails', () => ({ status: 500 }), 'Impossible de récupérer le solde'],
  [
    'there is no account',
    () => ({ status: 404, body: { code: 'NOT_FOUND', error: '' } }),
    'Aucun solde disponible',
  ],
  ['the server is unreachable', unreachable, 'Erreur de connexion'],
])('displays a message when %s', async (_case, fetch, message) => {
  renderPage(<BalancePage />, { fetch });
  expect(await screen.findByText(message)).toBeInTheDocument();
});
