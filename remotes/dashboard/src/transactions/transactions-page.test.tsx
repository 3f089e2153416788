import { renderPage, type Server } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { TransactionsPage } from './transactions-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const rows = [
  { id: 2, type: 'deposit', description: 'Ajout de fonds', amount: 150, status: 'completed' },
  { id: 1, type: 'payment', description: 'Loyer', amount: -745, status: 'pending' },
].map((row) => ({ ...row, currency: 'EUR', date: '2026-11-04T11:00:00.000Z', reference: `TR-${row.id}` }));

const answer: Server = () => ({
  body: { transactions: rows, pagination: { page: 1, limit: 10, total: 93, pages: 10 } },
});
const nothing: Server = () => ({
  body: { transactions: [], pagination: { page: 1, limit: 10, total: 0, pages: 1 } },
});

it('lists movements with their direction and state, and turns the page in the URL', async () => {
  const { calls, place } = renderPage(<TransactionsPage />, { path: '/transactions', fetch: answer });
  expect(await screen.findByRole('rowheader', { name: /Ajout de fonds/ })).toBeInTheDocument();
  expect(screen.getByText(/^\+150,00\s€$/)).toBeInTheDocument();
  expect(screen.getByText(/^−745,00\s€$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Suivant' }));
  expect(place()).toBe('/transactions?page=2');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/user/transactions?page=2&limit=10'));
});

it('keeps its filters in the URL, goes back to page 1, and drops what the contract refuses', async () => {
  const path = '/transactions?page=4&type=nonsense&status=pending';
  const { calls, place } = renderPage(<TransactionsPage />, { path, fetch: answer });
  await screen.findByRole('rowheader', { name: /Loyer/ });
  expect(calls[0]?.path).toBe('/user/transactions?status=pending&page=4&limit=10');
  await userEvent.type(screen.getByLabelText('Rechercher'), 'loyer');
  await waitFor(() => expect(place()).toContain('search=loyer'));
  expect(place()).not.toContain('page=');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'payment');
  await waitFor(() =>
    expect(calls.at(-1)?.path).toBe(
      '/user/transactions?search=loyer&type=payment&status=pending&page=1&limit=10',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/user/transactions?page=1&limit=10'));
  expect(screen.getByLabelText('Rechercher')).toHaveValue('');
});

it('says that nothing was found', async () => {
  renderPage(<TransactionsPage />, { path: '/transactions?search=x', fetch: nothing });
  expect(await screen.findByText('Aucune transaction trouvée')).toBeInTheDocument();
});

it.each([
  ['Impossible de récupérer les transactions', () => ({ status: 503 })],
  [
    'Erreur de connexion',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('says "%s" and tries again', async (message, fail) => {
  let isDown = true;
  renderPage(<TransactionsPage />, { fetch: (call) => (isDown ? fail() : answer(call)) });
  expect(await screen.findByText(message)).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('rowheader', { name: /Loyer/ })).toBeInTheDocument();
});
