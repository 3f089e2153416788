import { renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { announce } from '@bank/client/live-events';
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

const details = { payment_method: 'sepa_transfer', created_at: rows[1]?.date, processed_at: null };
const rent = { ...rows[1], ...details, recipient_account: 'FR1420041010050500013M02606', notes: null };

it('opens the details of a row in the URL, and closes them', async () => {
  const full = { transactions: [rent], pagination: { page: 1, limit: 10, total: 1, pages: 1 } };
  const { place } = renderPage(<TransactionsPage />, {
    path: '/transactions?status=pending',
    fetch: () => ({ body: full }),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Loyer' }));
  expect(place()).toBe('/transactions?status=pending&transaction=1');
  const dialog = screen.getByRole('dialog', { name: 'Détails de la transaction' });
  for (const words of ['En attente', 'Virement SEPA', 'TR-1', 'FR14 2004 1010 0505 0001 3M02 606', 'EUR']) {
    expect(dialog).toHaveTextContent(words);
  }
  expect(dialog).toHaveTextContent('Traitée lePas encore');
  expect(dialog).toHaveTextContent('NotesAucune');
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(place()).toBe('/transactions?status=pending');
});

it('asks for a row that is not on the page, and says when there is none', async () => {
  const one =
    (status: number): Server =>
    (call) =>
      call.path === '/user/transactions/99'
        ? { status, body: status === 200 ? rent : { code: 'NOT_FOUND', error: 'x', request_id: 'r' } }
        : nothing(call);
  const path = '/transactions?transaction=99';
  const { unmount } = renderPage(<TransactionsPage />, { path, fetch: one(200) });
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  unmount();
  renderPage(<TransactionsPage />, { path, fetch: one(404) });
  expect(await screen.findByText('Cette transaction n’existe pas')).toBeInTheDocument();
});

it('says that a period ends before it begins', async () => {
  renderPage(<TransactionsPage />, { path: '/?dateFrom=2026-11-10&dateTo=2026-11-01', fetch: nothing });
  expect(screen.getByLabelText('Au')).toHaveAccessibleDescription(
    expect.stringContaining('La fin de la période précède son début.'),
  );
});

it('saves what is filtered under the server’s name, and says a failure with its retry', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  let isDown = true;
  const { calls } = renderPage(<TransactionsPage />, {
    path: '/?status=pending&page=2',
    fetch: (call) => {
      if (!call.path.includes('/export')) return answer(call);
      if (isDown) return { status: 500 };
      return { body: 'file', headers: { 'Content-Disposition': 'attachment; filename="transactions.csv"' } };
    },
  });
  await screen.findByRole('rowheader', { name: /Loyer/ });
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
  expect(await screen.findByText('L’export a échoué')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Votre fichier est prêt.')).toBeInTheDocument();
  expect(saved).toEqual(['transactions.csv']);
  expect(calls.at(-1)?.path).toBe('/user/transactions/export?format=csv&status=pending');
});

it('keeps its rows when a refresh in the background fails', async () => {
  let isDown = false;
  const { calls } = renderPage(<TransactionsPage />, {
    path: '/transactions',
    fetch: (call) => (isDown ? { status: 503 } : answer(call)),
  });
  await screen.findByRole('rowheader', { name: /Loyer/ });
  isDown = true;
  const before = calls.length;
  act(() => announce({ type: 'gap', data: { before: Date.now() } }));
  await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('rowheader', { name: /Loyer/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Suivant' })).toBeInTheDocument();
  expect(screen.queryByText('Impossible de récupérer les transactions')).not.toBeInTheDocument();
});
