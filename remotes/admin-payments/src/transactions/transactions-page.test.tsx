import {
  press,
  recordSavedFiles,
  renderPage,
  rowOf,
  type Server,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { TransactionsPage } from './transactions-page';

signInBeforeEach();

const marie = { id: 2, name: 'Marie Lefèvre', email: 'marie@bankpcs.example' };
const rows = [
  { id: 2, type: 'deposit', description: 'Ajout de fonds', amount: 150, status: 'completed' },
  { id: 3, type: 'payment', description: '', amount: -745, status: 'of a newer server' },
  { id: 5, type: 'payment', description: '', amount: -20, status: 'cancelled' },
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
const response: Server = () => ({
  body: { transactions: rows, pagination: { page: 1, limit: 20, total: 10_000, pages: 500, capped: true } },
});
const nothing: Server = () => ({
  body: { transactions: [], pagination: { page: 1, limit: 20, total: 0, pages: 1 } },
});

it('lists transactions with their customers, and displays a capped total', async () => {
  renderPage(<TransactionsPage />, { path: '/admin/transactions', fetch: response });
  expect(await rowOf(/Ajout de fonds/)).toHaveTextContent(
    /Dépôt · TR-2Marie Lefèvremarie@bankpcs\.example4 nov\. 2026, 12:00Terminé\+150,00\s€/,
  );
  expect(await rowOf(/Paiement · TR-3/)).toHaveTextContent(/En attente−745,00\s€/);
  expect(await rowOf(/Paiement · TR-5/)).toHaveTextContent(/Annulé−20,00\s€/);
  expect(screen.getByText(/^affichage 1–20 sur plus de 10\s000$/)).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByRole('rowheader', { name: /Funds added/ })).toBeInTheDocument();
});

it('keeps its filters in the URL, and clears the filter by customer', async () => {
  const path = '/admin/transactions?page=4&type=nonsense&status=pending&user_id=2';
  const { calls, place } = renderPage(<TransactionsPage />, { path, fetch: response });
  await screen.findByRole('rowheader', { name: /Ajout de fonds/ });
  expect(calls[0]?.path).toBe('/admin/transactions?status=pending&user_id=2&page=4&limit=20');
  await press(/^Client n°\s2/);
  await waitFor(() => expect(place()).toBe('/admin/transactions?type=nonsense&status=pending'));
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'payment');
  await waitFor(() =>
    expect(calls.at(-1)?.path).toBe('/admin/transactions?type=payment&status=pending&page=1&limit=20'),
  );
});

it('shows the filter by payments to other banks, which a link sets, and removes it', async () => {
  const path = '/admin/transactions?kind=outside_payment&dateFrom=2026-11-01';
  const { calls, place } = renderPage(<TransactionsPage />, { path, fetch: response });
  await screen.findByRole('rowheader', { name: /Ajout de fonds/ });
  expect(calls[0]?.path).toBe('/admin/transactions?dateFrom=2026-11-01&kind=outside_payment&page=1&limit=20');
  await press(/^Paiements vers d’autres banques/);
  await waitFor(() => expect(place()).toBe('/admin/transactions?dateFrom=2026-11-01'));
});

it('shows a transaction’s details, with links to its customer', async () => {
  renderPage(<TransactionsPage />, {
    path: '/admin/transactions?transaction=3',
    fetch: (call) => (call.path === '/admin/transactions/3' ? { body: rows[1] } : response(call)),
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

it.each([
  ['?search=x', 'Aucun mouvement ne correspond à ces filtres. Modifiez-les ou effacez-les.'],
  ['', 'Les mouvements des clients s’afficheront ici dès le premier.'],
])('displays an empty list for "%s"', async (query, message) => {
  renderPage(<TransactionsPage />, { path: `/admin/transactions${query}`, fetch: nothing });
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it('saves the filtered rows as a table alone', async () => {
  recordSavedFiles();
  const { calls } = renderPage(<TransactionsPage />, {
    path: '/admin/transactions?status=failed&dateOf=processed_at&page=2',
    fetch: response,
  });
  await rowOf(/Ajout de fonds/);
  expect(screen.getByRole('columnheader', { name: 'Traitée le' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Exporter en PDF' })).not.toBeInTheDocument();
  await press('Exporter en CSV');
  expect(await screen.findByText('Votre fichier est prêt.')).toBeInTheDocument();
  expect(calls.at(-1)?.path).toBe('/admin/transactions/export?format=csv&status=failed&dateOf=processed_at');
});
