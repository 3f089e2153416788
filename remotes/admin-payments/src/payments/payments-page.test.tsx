import { expectRetry, press, renderPage, signInBeforeEach, unreachable } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { PaymentsPage } from './payments-page';

signInBeforeEach();
const payment = (id: number, amount: number, recipient_account = 'FR7630006000011234567890189') => ({
  id,
  reference: `PA-${id}`,
  amount,
  currency: 'EUR',
  recipient_account,
  payment_method: 'sepa_transfer',
  status: 'pending',
  stage: 'awaiting_approval',
  decided_by: null,
  created_at: '2026-11-20T10:00:00.000Z',
  processed_at: null,
  risk: { level: 'low', score: null, reasons: [] },
  user_id: 7,
  holder: 'Anne Durand',
  recipient_name: 'Paul Noir',
  awaiting: null,
  first_approved_by: null,
});
const summary = { pending: 25, completed: 30, failed: 5, volume: 1234567.89 };
const list = (payments: unknown[], pages = 1) => ({
  body: { payments, summary, pagination: { page: 1, limit: 20, total: payments.length, pages } },
});
const rows = () => screen.getAllByRole('row').slice(1);

it('lists the pending payments first, each with the risk of its amount', async () => {
  const amounts = [1000, 1000.01, 10000, 10000.01];
  const { asked } = renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments',
    fetch: () => list(amounts.map((amount, place) => payment(place + 1, amount))),
  });
  await screen.findByRole('rowheader', { name: 'PA-1' });
  expect(asked('/paiement')).toEqual(['/paiement?page=1&status=pending&limit=20']);
  expect(rows().map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
    'Faible',
    'Moyen',
    'Moyen',
    'Élevé',
  ]);
  expect(rows()[3]).toHaveTextContent(
    /20 nov\. 2026, 11:00.*Anne Durand →vers Paul NoirFR76300060.*10\s000,01\s€SEPA TRANSFERÉlevéEn attente/,
  );
  expect(screen.getByText(/^1\s234\s567,89\s€$/)).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

it('does with the fields of specification 1, and counts what is loaded', async () => {
  const { id, reference, amount, currency, recipient_account, payment_method, status, created_at } = payment(
    9,
    1500.5,
  );
  const bare = { id, reference, amount, currency, recipient_account, payment_method, status, created_at };
  const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
  renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments',
    fetch: () => ({ body: { payments: [{ ...bare, processed_at: null }], pagination } }),
  });
  expect(await screen.findByRole('rowheader', { name: 'PA-9' })).toBeInTheDocument();
  expect(rows()[0]).toHaveTextContent(/FR76300060.*1\s500,50\s€SEPA TRANSFERMoyenEn attente/);
  const figures = ['En attente', 'Approuvés', 'Rejetés', 'Volume total'].map(
    (name) => screen.getAllByRole('term').find((term) => term.textContent === name)?.parentElement,
  );
  expect(figures.map((figure) => figure?.textContent?.replace(/\s/g, ' '))).toEqual([
    'En attente1',
    'Approuvés0',
    'Rejetés0',
    'Volume total1 500,50 €',
  ]);
});

it('filters the loaded rows while typing, then asks the server for the whole list', async () => {
  const { asked, place } = renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments?page=2',
    fetch: ({ path }) =>
      path.includes('search=')
        ? list([payment(77, 5, 'DE0012')])
        : list([payment(1, 5), payment(2, 5, 'DE0011')], 3),
  });
  await screen.findByRole('rowheader', { name: 'PA-1' });
  await userEvent.type(screen.getByLabelText('Rechercher'), 'de00');
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toHaveTextContent('PA-2');
  expect(await screen.findByRole('rowheader', { name: 'PA-77' })).toBeInTheDocument();
  expect(asked('/paiement').at(-1)).toBe('/paiement?page=1&status=pending&search=de00&limit=20');
  expect(place()).toBe('/admin/validate-payments?search=de00');
});

it('reads what is pasted into the search without the marks of where it was copied', async () => {
  const { asked } = renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments',
    fetch: ({ path }) =>
      path.includes('search=')
        ? list([payment(2, 5, 'DE0011')])
        : list([payment(1, 5), payment(2, 5, 'DE0011')]),
  });
  await screen.findByRole('rowheader', { name: 'PA-1' });
  await userEvent.click(screen.getByLabelText('Rechercher'));
  await userEvent.paste('\u200ePA\u20112\u0007');
  expect(rows()).toHaveLength(1);
  await waitFor(() => expect(asked('/paiement').at(-1)).toContain('search='));
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'));
  expect(screen.getByRole('rowheader', { name: 'PA-2' })).toBeInTheDocument();
});

it('keeps the status in the URL and words each kind of emptiness', async () => {
  const { place } = renderPage(<PaymentsPage />, { path: '/valider-paiement', fetch: () => list([]) });
  expect(await screen.findByText('Aucun paiement en attente')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Statut'), 'all');
  expect(await screen.findByText('Aucun paiement dans le système')).toBeInTheDocument();
  expect(place()).toBe('/valider-paiement?status=all');
  await userEvent.type(screen.getByLabelText('Rechercher'), 'x');
  expect(await screen.findByText('Aucun paiement ne correspond à la recherche')).toBeInTheDocument();
});

it.each(['stage=in_doubt&status=all', 'risk=low', 'mine=mine'])(
  'does not take a list that %s filters for everything',
  async (filter) => {
    renderPage(<PaymentsPage />, { path: `/valider-paiement?${filter}`, fetch: () => list([]) });
    expect(await screen.findByText('Aucun paiement ne correspond à ces filtres')).toBeInTheDocument();
  },
);

it('lists one stage, or the payments in doubt, whatever their status', async () => {
  const { asked, place } = renderPage(<PaymentsPage />, { path: '/valider-paiement', fetch: () => list([]) });
  await userEvent.selectOptions(await screen.findByLabelText('Étape'), 'En doute');
  await waitFor(() => expect(place()).toBe('/valider-paiement?stage=in_doubt&status=all'));
  expect(asked('/paiement').at(-1)).toBe('/paiement?page=1&status=all&stage=in_doubt&limit=20');
  expect(screen.getByLabelText('Statut')).toHaveValue('all');
  await userEvent.selectOptions(screen.getByLabelText('Étape'), 'Retourné');
  await waitFor(() => expect(place()).toBe('/valider-paiement?stage=returned&status=all'));
  await userEvent.selectOptions(screen.getByLabelText('Statut'), 'completed');
  await waitFor(() => expect(place()).toBe('/valider-paiement?status=completed'));
});

it.each([
  ['Failed to fetch payments', () => ({ status: 500 })],
  ['Network error occurred', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  act(() => setLanguage('en'));
  await expectRetry(<PaymentsPage />, message, { path: '/', fetch: () => list([payment(1, 5)]), fail });
  await waitFor(() => expect(screen.getByRole('rowheader', { name: 'PA-1' })).toBeInTheDocument());
});

const me = { body: { id: 1, role: 'admin' } };

/** The page of these payments that a call asks for. */
function sliceOf(all: unknown[], path: string) {
  const { page = 1, limit } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  const from = (Number(page) - 1) * Number(limit);
  const pages = Math.ceil(all.length / Number(limit));
  const pagination = { page: Number(page), limit: Number(limit), total: all.length, pages };
  return { body: { payments: all.slice(from, from + Number(limit)), summary, pagination } };
}

it('chooses all that match, by slices, and counts and adds them up', async () => {
  const all = Array.from({ length: 120 }, (_, place) => payment(place + 1, 10));
  const { asked } = renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments?risk=low',
    fetch: ({ path }) => (path.startsWith('/paiement') ? sliceOf(all, path) : me),
  });
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  expect(screen.getByText(/^20 paiements, 200,00\s€$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Prendre aussi les autres pages (120 en tout)' }));
  expect(await screen.findByText(/^120 paiements, 1\s200,00\s€$/)).toBeInTheDocument();
  expect(asked('/paiement').slice(-2)).toEqual([
    '/paiement?status=pending&risk=low&page=1&limit=100',
    '/paiement?status=pending&risk=low&page=2&limit=100',
  ]);
  await userEvent.click(screen.getByLabelText('Choisir PA-3'));
  expect(screen.getByText(/^119 paiements/)).toBeInTheDocument();
});

const chooseEach = async () => {
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  await userEvent.click(screen.getByText(/^Prendre aussi les autres pages/));
  expect(await screen.findByText(/^25 paiements/)).toBeInTheDocument();
};

it('offers all that match again after they were chosen and put back', async () => {
  const all = Array.from({ length: 25 }, (_, place) => payment(place + 1, 10));
  renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments',
    fetch: ({ path }) => (path.startsWith('/paiement') ? sliceOf(all, path) : me),
  });
  await chooseEach();
  await userEvent.click(screen.getByLabelText('Tout choisir sur cette page'));
  expect(screen.queryByText(/^25 paiements/)).not.toBeInTheDocument();
  await chooseEach();
});

it('has nothing chosen after a decision about payments of several pages', async () => {
  const all = Array.from({ length: 25 }, (_, place) => payment(place + 1, 10));
  renderPage(<PaymentsPage />, {
    path: '/admin/validate-payments',
    fetch: ({ method, path, body }) => {
      if (path === '/settings/2fa') return { body: { enabled: false, recovery_codes_left: 0 } };
      const id = Number(/^\/paiement\/(\d+)$/.exec(path)?.[1]);
      if (id) return { body: { ...payment(id, 10), status: 'failed', stage: 'rejected' } };
      if (method !== 'POST') return path.startsWith('/paiement') ? sliceOf(all, path) : me;
      const { rows: sent } = body as { rows: { id: number }[] };
      return { body: { rows: sent.map((row) => ({ ...row, outcome: 'done' })) } };
    },
  });
  await chooseEach();
  await press('Rejeter la sélection');
  await press(/^Rejeter 25 paiements/);
  expect(await screen.findByText('25 paiements rejetés')).toBeInTheDocument();
  await userEvent.click(screen.getAllByRole('button', { name: 'Fermer' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('group', { name: 'Paiements choisis' })).not.toBeInTheDocument();
});

it('chooses a range with Shift', async () => {
  renderPage(<PaymentsPage />, {
    path: '/',
    fetch: ({ path }) => (path === '/auth/me' ? me : list([1, 2, 3, 4].map((id) => payment(id, 10)))),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Choisir PA-1'));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByLabelText('Choisir PA-3'));
  await user.keyboard('{/Shift}');
  expect(screen.getByText(/^3 paiements, 30,00\s€$/)).toBeInTheDocument();
});
