import { type Call, renderPage, type Server } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { firstOfMonth } from './overview.api';
import { OverviewPage } from './overview-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const balance = {
  current_balance: 8477.41,
  available_balance: 8377.41,
  previous_balance: 8546.59,
  account_number: 'FR7699999000010127005674754',
  account_type: 'current',
  currency: 'EUR',
  card_limit: 3000,
  transfer_limit: 10000,
  withdrawal_limit: 1000,
  overdraft_limit: 500,
};

const movement = {
  id: 1,
  type: 'payment',
  description: 'Boulangerie Martin',
  amount: -69.18,
  currency: 'EUR',
  date: '2026-11-20T16:45:00.000Z',
  status: 'completed',
};

const list = (total: number, transactions: unknown[] = []) => ({
  body: { transactions, pagination: { page: 1, limit: 1, total, pages: total } },
});

function answer({ path }: Call): ReturnType<Server> {
  if (path === '/solde') return { body: { balance, history: [] } };
  if (path === '/carte') return { body: { cards: [{ status: 'active' }, { status: 'blocked' }] } };
  if (path.includes('status=pending')) return list(3);
  if (path.includes('dateFrom=')) return list(11);
  return list(93, [movement]);
}

const figure = (name: string) => screen.getByRole('link', { name }).closest('li')!;

it('shows what can be spent, the three counts and the last movements', async () => {
  const { calls } = renderPage(<OverviewPage />, { path: '/dashboard', fetch: answer });
  expect(await screen.findByText(/^8\s377,41\s€$/)).toBeInTheDocument();
  expect(screen.getByText(/Solde comptabilisé : 8\s477,41\s€/)).toBeInTheDocument();
  expect(await within(figure('Cartes actives')).findByText('1')).toBeInTheDocument();
  expect(await within(figure('Transactions ce mois-ci')).findByText('11')).toBeInTheDocument();
  expect(await within(figure('Virements en attente')).findByText('3')).toBeInTheDocument();
  expect(await screen.findByText('Boulangerie Martin')).toBeInTheDocument();
  expect(screen.getByText(/^−69,18\s€$/)).toBeInTheDocument();
  expect(calls.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      `/user/transactions?dateFrom=${firstOfMonth(new Date())}&limit=1`,
      '/user/transactions?status=pending&limit=1',
      '/user/transactions?limit=5',
    ]),
  );
});

it('leads from each figure to what it counts', () => {
  renderPage(<OverviewPage />, { path: '/dashboard', fetch: answer });
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(target('Voir le solde')).toBe('/dashboard/balance');
  expect(target('Cartes actives')).toBe('/dashboard/cards');
  expect(target('Transactions ce mois-ci')).toBe(
    `/dashboard/transactions?dateFrom=${firstOfMonth(new Date())}`,
  );
  expect(target('Virements en attente')).toBe('/dashboard/transactions?status=pending');
});

it('keeps the other blocks when one fails, and loads that one anew', async () => {
  let isDown = true;
  renderPage(<OverviewPage />, {
    path: '/dashboard',
    fetch: (call) => (isDown && /solde|carte/.test(call.path) ? { status: 500 } : answer(call)),
  });
  expect(await screen.findByText('Impossible de récupérer le solde')).toBeInTheDocument();
  expect(await within(figure('Cartes actives')).findByText('Chiffre indisponible')).toBeInTheDocument();
  expect(await screen.findByText('Boulangerie Martin')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer : Cartes actives' }));
  expect(await within(figure('Cartes actives')).findByText('1')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/^8\s377,41\s€$/)).toBeInTheDocument();
});

it('says what will be here when nothing has moved yet', async () => {
  renderPage(<OverviewPage />, {
    path: '/dashboard',
    fetch: (call) => (call.path.startsWith('/user') ? list(0) : answer(call)),
  });
  expect(await screen.findByText('Aucune activité pour le moment')).toBeInTheDocument();
});

it.each([
  ['2026-11-21T09:00:00Z', '2026-11-01'],
  // In Paris the new month began an hour before.
  ['2026-11-30T23:30:00Z', '2026-12-01'],
])('at %s the month began on %s', (moment, first) => {
  expect(firstOfMonth(new Date(moment))).toBe(first);
});
