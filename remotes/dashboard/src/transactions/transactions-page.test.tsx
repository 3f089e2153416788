import { press, recordSavedFiles, renderPage, rowOf, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionsPage } from './transactions-page';

signInBeforeEach();

const rent = {
  id: 1,
  type: 'payment',
  description: 'Loyer',
  amount: -745,
  status: 'cancelled',
  currency: 'EUR',
  date: '2026-11-04T11:00:00.000Z',
  reference: 'TR-1',
  payment_method: 'transfer',
  created_at: '2026-11-04T11:00:00.000Z',
  processed_at: null,
  payment_id: null,
};

it('lists ten of the customer’s own transactions, and saves them as a table or a document', async () => {
  recordSavedFiles();
  const { asked } = renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions?status=cancelled',
    fetch: () => ({
      body: { transactions: [rent], pagination: { page: 1, limit: 10, total: 93, pages: 10 } },
    }),
  });
  expect(await rowOf(/Loyer/)).toHaveTextContent(/Paiement · TR-14 nov\. 2026Annulé−745,00\s€$/);
  expect(screen.getByText(/2\s000 au plus en PDF, 100\s000 en CSV/)).toBeInTheDocument();
  expect(screen.getByPlaceholderText('Nom, montant, jour ou référence')).toBeInTheDocument();
  await press('Exporter en PDF');
  await screen.findByText('Votre fichier est prêt.');
  await userEvent.selectOptions(screen.getByLabelText('Statut'), 'Tous');
  expect(asked('/user')).toEqual([
    '/user/transactions?status=cancelled&page=1&limit=10',
    '/user/transactions/export?format=pdf&status=cancelled',
    '/user/transactions?page=1&limit=10',
  ]);
});

it('prints and shares the receipt of a movement', async () => {
  const shared = jest.fn(() => Promise.resolve());
  const printed = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  Object.assign(navigator, { share: shared });
  renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions?transaction=1',
    fetch: ({ path }) => ({
      body: path.endsWith('/1')
        ? rent
        : { transactions: [rent], pagination: { page: 1, limit: 10, total: 1, pages: 1 } },
    }),
  });
  await press('Imprimer');
  expect(printed).toHaveBeenCalledTimes(1);
  await press('Partager');
  Reflect.deleteProperty(navigator, 'share');
  const [[{ text }]] = shared.mock.calls as unknown as [[{ text: string }]];
  expect(text).toMatch(/^−745,00\s€\nLoyer\n4\snov\.\s2026\nTR-1$/);
});

it.each([
  ['?search=x', 'Aucune opération ne correspond à ces filtres.'],
  ['', 'Vos opérations s’afficheront ici dès la première.'],
])('displays an empty list for "%s"', async (query, message) => {
  renderPage(<TransactionsPage />, {
    path: `/dashboard/transactions${query}`,
    fetch: () => ({ body: { transactions: [], pagination: { page: 1, limit: 10, total: 0, pages: 1 } } }),
  });
  expect(await screen.findByText(message)).toBeInTheDocument();
});
