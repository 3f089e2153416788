import {
  expectRetry,
  press,
  recordSavedFiles,
  renderPage,
  type Server,
  signInBeforeEach,
  unreachable,
} from '../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { transactionListQuery, transactionStatuses } from '@bank/contracts/transactions';
import { publishLiveEvent } from '@bank/client/live-events';
import { useFilters } from '@bank/client/use-filters';
import { filterNames } from './transaction-filters';
import { TransactionsPage } from './transactions-page';

signInBeforeEach();

const rows = [
  { id: 2, type: 'deposit', description: 'Ajout de fonds', amount: 150, status: 'completed' },
  { id: 1, type: 'payment', description: 'Loyer', amount: -745, status: 'pending' },
].map((row) => ({
  ...row,
  currency: 'EUR',
  date: '2026-11-04T11:00:00.000Z',
  reference: `TR-${row.id}`,
  payment_method: 'sepa_transfer',
  created_at: '2026-11-04T11:00:00.000Z',
  processed_at: null,
  recipient_account: 'FR1420041010050500013M02606',
  notes: null,
}));

const listOf =
  (transactions: object[], total: number): Server =>
  () => ({ body: { transactions, pagination: { page: 1, limit: 10, total, pages: Math.ceil(total / 10) } } });
const response = listOf(rows, 93);
const nothing = listOf([], 0);

function Transactions({ dense = false }) {
  const filters = useFilters(transactionListQuery.shape, filterNames);
  return (
    <TransactionsPage
      dense={dense}
      source={{ path: '/list', queryKey: ['list'], refreshOn: 'transaction' }}
      filters={filters}
      pageSize={10}
      statuses={transactionStatuses}
      search={{ hint: 'A hint' }}
      columns={[]}
      formats={['csv', 'pdf']}
      texts={{ exportHint: '', empty: 'None yet', emptyFiltered: 'No match', missing: '' }}
    />
  );
}

const open = (path: string, fetch = response) => renderPage(<Transactions />, { path, fetch });

it('lists transactions with their direction and status, and turns the page in the URL', async () => {
  const { calls, place } = open('/transactions');
  expect(await screen.findByRole('rowheader', { name: /Ajout de fonds/ })).toBeInTheDocument();
  expect(screen.getByText(/^\+150,00\s€$/)).toBeInTheDocument();
  expect(screen.getByText(/^−745,00\s€$/)).toBeInTheDocument();
  await press('Suivant');
  expect(place()).toBe('/transactions?page=2');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/list?page=2&limit=10'));
});

it('keeps its filters in the URL, goes back to page 1, and drops what the contract refuses', async () => {
  const { calls, place } = open('/transactions?page=4&type=nonsense&status=pending');
  await screen.findByRole('rowheader', { name: /Loyer/ });
  expect(calls[0]?.path).toBe('/list?status=pending&page=4&limit=10');
  await userEvent.type(screen.getByLabelText('Rechercher'), 'loyer');
  await waitFor(() => expect(place()).toContain('search=loyer'));
  expect(place()).not.toContain('page=');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'payment');
  const query = 'search=loyer&type=payment&status=pending&page=1&limit=10';
  await waitFor(() => expect(calls.at(-1)?.path).toBe(`/list?${query}`));
  await press('Effacer les filtres');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/list?page=1&limit=10'));
  expect(screen.getByLabelText('Rechercher')).toHaveValue('');
});

it.each([
  ['/?search=x', 'No match'],
  ['/', 'None yet'],
])('at %s displays that nothing was found, and offers no file', async (path, message) => {
  open(path, nothing);
  expect(await screen.findByText('Aucune transaction trouvée')).toBeInTheDocument();
  expect(screen.getByText(message)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Exporter en CSV' })).toBeDisabled();
});

it.each([
  ['Impossible de récupérer les transactions', () => ({ status: 503 })],
  ['Erreur de connexion', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  await expectRetry(<Transactions />, message, { path: '/', fetch: response, fail });
  expect(await screen.findByRole('rowheader', { name: /Loyer/ })).toBeInTheDocument();
});

it('opens the details of a row in the URL, and closes them', async () => {
  const { place } = open('/transactions?status=pending');
  await userEvent.click(await screen.findByRole('link', { name: 'Loyer' }));
  expect(place()).toBe('/transactions?status=pending&transaction=1');
  const dialog = screen.getByRole('dialog', { name: 'Détails de la transaction' });
  for (const text of ['En attente', 'Virement SEPA', 'TR-1', 'FR14 2004 1010 0505 0001 3M02 606', 'EUR']) {
    expect(dialog).toHaveTextContent(text);
  }
  for (const empty of ['Traitée le', 'Notes']) expect(dialog).not.toHaveTextContent(empty);
  await press('Fermer');
  expect(place()).toBe('/transactions?status=pending');
});

describe('a row that grows into its detail', () => {
  const grow = jest.fn((change: () => Promise<void>) => ({
    ready: Promise.reject(new Error('left out')),
    finished: change(),
  }));
  const renderGrowing = (reduced: boolean) => {
    Object.assign(document, { startViewTransition: grow });
    Object.assign(window, { matchMedia: () => ({ matches: reduced }) });
    return open('/transactions');
  };
  afterEach(() => {
    grow.mockClear();
    Reflect.deleteProperty(document, 'startViewTransition');
    Reflect.deleteProperty(window, 'matchMedia');
  });

  it.each([
    ['once where motion is welcome', false, 1],
    ['never where it is not', true, 0],
  ])('moves %s', async (_when, reduced, times) => {
    const { place } = renderGrowing(reduced);
    await userEvent.click(await screen.findByRole('link', { name: 'Loyer' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('TR-1');
    expect(place()).toBe('/transactions?transaction=1');
    expect(grow).toHaveBeenCalledTimes(times);
    await act(() => grow.mock.results[0]?.value.finished ?? Promise.resolve());
    expect(screen.getByRole('link', { name: 'Loyer' }).closest('tr')!.style.viewTransitionName ?? '').toBe(
      '',
    );
  });
});

it('fetches a transaction that is not on the page, and displays that there is none', async () => {
  const one =
    (status: number): Server =>
    (call) =>
      call.path === '/list/99'
        ? { status, body: status === 200 ? rows[1] : { code: 'NOT_FOUND', error: 'x', request_id: 'r' } }
        : nothing(call);
  const { unmount } = open('/transactions?transaction=99', one(200));
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  unmount();
  open('/transactions?transaction=99', one(404));
  expect(await screen.findByText('Cette transaction n’existe pas')).toBeInTheDocument();
});

it('refuses a period that ends before it begins', () => {
  open('/?dateFrom=2026-11-10&dateTo=2026-11-01', nothing);
  expect(screen.getByLabelText('Au')).toHaveAccessibleDescription(
    expect.stringContaining('La fin de la période précède son début.'),
  );
});

it('saves the filtered rows under the server’s file name, and retries after a failure', async () => {
  const saved = recordSavedFiles();
  let isDown = true;
  const { calls } = open('/?status=pending&page=2', (call) => {
    if (!call.path.includes('/export')) return response(call);
    if (isDown) return { status: 500 };
    return { body: 'file', headers: { 'Content-Disposition': 'attachment; filename="transactions.csv"' } };
  });
  await screen.findByRole('rowheader', { name: /Loyer/ });
  await press('Exporter en CSV');
  expect(await screen.findByText('L’export a échoué')).toBeInTheDocument();
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByText('Votre fichier est prêt.')).toBeInTheDocument();
  expect(saved).toEqual(['transactions.csv']);
  expect(calls.at(-1)?.path).toBe('/list/export?format=csv&status=pending');
});

it('keeps its rows when a refresh in the background fails, but for the back office', async () => {
  let isDown = false;
  const fetch: Server = (call) => (isDown ? { status: 503 } : response(call));
  const failRefresh = async (page: React.ReactNode) => {
    isDown = false;
    const { calls, unmount } = renderPage(page, { path: '/transactions', fetch });
    await screen.findByRole('rowheader', { name: /Loyer/ });
    isDown = true;
    const before = calls.length;
    act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    return unmount;
  };
  const unmount = await failRefresh(<Transactions />);
  expect(screen.getByRole('rowheader', { name: /Loyer/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Suivant' })).toBeInTheDocument();
  expect(screen.queryByText('Impossible de récupérer les transactions')).not.toBeInTheDocument();
  unmount();
  await failRefresh(<Transactions dense />);
  expect(screen.getByText('Impossible de récupérer les transactions')).toBeInTheDocument();
});

it('displays the newest state of a transaction in its details', async () => {
  const settled = { ...rows[1], status: 'completed', processed_at: '2026-11-05T11:00:00.000Z' };
  let listed = response;
  open('/transactions?transaction=1', (call) =>
    call.path === '/list/1' ? { body: { ...settled, status: 'pending', processed_at: null } } : listed(call),
  );
  const details = await screen.findByRole('dialog');
  expect(await within(details).findByText('En attente')).toBeInTheDocument();
  listed = listOf([settled], 93);
  act(() => publishLiveEvent({ type: 'transaction', data: { reference: 'TR-1' } }));
  expect(await within(details).findByText('5 nov. 2026, 12:00')).toBeInTheDocument();
  expect(within(details).queryByText('En attente')).not.toBeInTheDocument();
});
