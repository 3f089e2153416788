import { renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { setLanguage } from '@bank/i18n/language';
import { TransactionsPage } from './transactions-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));
afterEach(() => act(() => setLanguage('fr')));

const marie = { id: 2, name: 'Marie Lefèvre', email: 'marie@bankpcs.example' };
const rows = [
  { id: 2, type: 'deposit', description: 'Ajout de fonds', amount: 150, status: 'completed' },
  { id: 3, type: 'payment', description: '', amount: -745, status: 'of a newer server' },
].map((row) => ({
  ...row,
  user: marie,
  currency: 'EUR',
  payment_method: 'sepa_transfer',
  date: '2026-11-04T11:00:00.000Z',
  created_at: '2026-11-04T11:00:00.000Z',
  processed_at: null,
  reference: `TR-${row.id}`,
  recipient_account: null,
  notes: null,
}));
const answer: Server = () => ({
  body: { transactions: rows, pagination: { page: 1, limit: 20, total: 10_000, pages: 500, capped: true } },
});
const nothing: Server = () => ({
  body: { transactions: [], pagination: { page: 1, limit: 20, total: 0, pages: 1 } },
});

it('lists movements with their customers, and says that not all are counted', async () => {
  renderPage(<TransactionsPage />, { path: '/admin/transactions', fetch: answer });
  const deposit = (await screen.findByRole('rowheader', { name: /Ajout de fonds/ })).closest('tr');
  expect(deposit).toHaveTextContent(
    /Dépôt · TR-2Marie Lefèvremarie@bankpcs\.example4 nov\. 2026, 12:00Terminé\+150,00\s€/,
  );
  const payment = screen.getByRole('rowheader', { name: /Paiement · TR-3/ }).closest('tr');
  expect(payment).toHaveTextContent(/En attente−745,00\s€/);
  expect(screen.getByText(/^1–20 sur plus de 10\s000$/)).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByRole('rowheader', { name: /Funds added/ })).toBeInTheDocument();
});

it('keeps its filters in the URL, and lets go of the one customer', async () => {
  const path = '/admin/transactions?page=4&type=nonsense&status=pending&user_id=2';
  const { calls, place } = renderPage(<TransactionsPage />, { path, fetch: answer });
  await screen.findByRole('rowheader', { name: /Ajout de fonds/ });
  expect(calls[0]?.path).toBe('/admin/transactions?status=pending&user_id=2&page=4&limit=20');
  await userEvent.click(screen.getByRole('button', { name: /^Client n° 2/ }));
  await waitFor(() => expect(place()).toBe('/admin/transactions?type=nonsense&status=pending'));
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'payment');
  await waitFor(() =>
    expect(calls.at(-1)?.path).toBe('/admin/transactions?type=payment&status=pending&page=1&limit=20'),
  );
});

it('shows a movement’s details, with the way to its customer', async () => {
  renderPage(<TransactionsPage />, {
    path: '/admin/transactions?transaction=3',
    fetch: (call) => (call.path === '/admin/transactions/3' ? { body: rows[1] } : answer(call)),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Détails de la transaction' }));
  expect(await dialog.findByText('TR-3')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Voir le client' })).toHaveAttribute(
    'href',
    '/admin/users?search=marie%40bankpcs.example',
  );
  expect(dialog.getByRole('link', { name: 'Toutes ses transactions' })).toHaveAttribute(
    'href',
    '/admin/transactions?user_id=2',
  );
});

it('says that there is nothing, and offers no file of it', async () => {
  renderPage(<TransactionsPage />, { path: '/admin/transactions?search=x', fetch: nothing });
  expect(await screen.findByText('Aucune transaction trouvée')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Exporter en CSV' })).toBeDisabled();
});

it('says that the movements did not come, and tries again', async () => {
  let isDown = true;
  renderPage(<TransactionsPage />, { fetch: (call) => (isDown ? { status: 503 } : answer(call)) });
  expect(await screen.findByText('Impossible de récupérer les transactions')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('rowheader', { name: /Ajout de fonds/ })).toBeInTheDocument();
});

it('saves what is filtered, and says a failure with its retry', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  let isDown = true;
  const { calls } = renderPage(<TransactionsPage />, {
    path: '/admin/transactions?status=failed&page=2',
    fetch: (call) => {
      if (!call.path.includes('/export')) return answer(call);
      return isDown ? { status: 500 } : { body: 'file' };
    },
  });
  await screen.findByRole('rowheader', { name: /Ajout de fonds/ });
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
  expect(await screen.findByText('L’export a échoué')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Votre fichier est prêt.')).toBeInTheDocument();
  expect(calls.at(-1)?.path).toBe('/admin/transactions/export?format=csv&status=failed');
});
