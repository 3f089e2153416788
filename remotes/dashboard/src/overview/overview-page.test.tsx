import { renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { announce } from '@bank/client/live-events';
import { writeTokens } from '@bank/client/tokens';
import { firstOfMonth } from './overview.api';
import { OverviewPage } from './overview-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const movement = {
  id: 1,
  type: 'payment',
  description: 'Boulangerie Martin',
  amount: -69.18,
  currency: 'EUR',
  date: '2026-11-20T16:45:00.000Z',
  status: 'completed',
};

const overview = {
  ...{ balance: 8477.41, available_balance: 8377.41, currency: 'EUR' },
  ...{ account_number: 'FR7699999000010127005674754' },
  ...{ activeCards: 1, transactionsThisMonth: 11, pendingTransfers: 3, recent: [movement] },
};

const answer = (): ReturnType<Server> => ({ body: overview });

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
  const asked = calls.map(({ path }) => path);
  expect(asked.filter((path) => /overview|solde|carte|transactions/.test(path))).toEqual(['/overview']);
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

it('says once that it failed, and is asked for anew', async () => {
  let isDown = true;
  renderPage(<OverviewPage />, {
    path: '/dashboard',
    fetch: (call) => (isDown && call.path === '/overview' ? { status: 500 } : answer()),
  });
  expect(await screen.findByText('Impossible de récupérer le solde')).toBeInTheDocument();
  expect(within(figure('Cartes actives')).getByText('Chiffre indisponible')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await within(figure('Cartes actives')).findByText('1')).toBeInTheDocument();
  expect(screen.getByText(/^8\s377,41\s€$/)).toBeInTheDocument();
});

it('is asked for anew when something moves, and nothing else is', async () => {
  const { calls } = renderPage(<OverviewPage />, { path: '/dashboard', fetch: answer });
  await screen.findByText('Boulangerie Martin');
  act(() => announce({ type: 'transaction', data: { reference: 'TR-1' } }));
  const asked = () =>
    calls.map(({ path }) => path).filter((path) => /overview|solde|carte|transactions/.test(path));
  await waitFor(() => expect(asked()).toEqual(['/overview', '/overview']));
});

it('says what will be here when nothing has moved yet', async () => {
  renderPage(<OverviewPage />, { path: '/dashboard', fetch: () => ({ body: { ...overview, recent: [] } }) });
  expect(await screen.findByText('Aucune activité pour le moment')).toBeInTheDocument();
});

it.each([
  ['2026-11-21T09:00:00Z', '2026-11-01'],
  // In Paris the new month began an hour before.
  ['2026-11-30T23:30:00Z', '2026-12-01'],
])('at %s the month began on %s', (moment, first) => {
  expect(firstOfMonth(new Date(moment))).toBe(first);
});
