import { refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RailPage } from './rail-page';

signInBeforeEach();
const calm = {
  configured: true,
  settlement_balance: -1250.5,
  suspense_balance: 20,
  queued: 3,
  sent: 10_001,
  in_doubt: 1,
  unanswered: { count: 2, oldest_at: '2026-11-20T10:00:00.000Z' },
  doubtful: [{ id: 7, reference: 'PAY-7', amount: 40, currency: 'EUR', since: '2026-11-20T10:00:00.000Z' }],
  incidents: [
    {
      id: 3,
      kind: 'return_unknown',
      subject: 'RT-1',
      severity: 'high',
      opened_at: '2026-11-20T10:00:00.000Z',
      closed_at: null,
    },
    {
      id: 2,
      kind: 'not_known_here',
      subject: 'X',
      severity: 'low',
      opened_at: '2026-11-19T10:00:00.000Z',
      closed_at: '2026-11-19T11:00:00.000Z',
    },
  ],
  suspense: [
    {
      id: 1,
      kind: 'return',
      transaction_id: 'RT-1',
      debtor_name: '',
      amount: 20,
      currency: 'EUR',
      reason_code: 'AC04',
      received_at: '2026-11-20T10:00:00.000Z',
    },
  ],
};

const pagination = { page: 1, limit: 14, total: 2, pages: 1 };
const days = [
  {
    day: '2026-11-20',
    message_id: 'B2',
    currency: 'EUR',
    own_balance: 1_250.5,
    statement_balance: 1_200.5,
    state: 'differs',
    difference_count: 2,
    received_at: '2026-11-21T02:00:00.000Z',
    differences: [
      { kind: 'missing_there', subject: 'PAY-7', here: 50, there: 0 },
      { kind: 'opening', subject: '2026-11-20', here: 3, there: 4 },
    ],
  },
  {
    day: '2026-11-19',
    currency: 'USD',
    message_id: 'B1',
    own_balance: 10,
    statement_balance: 10,
    state: 'reconciled',
    difference_count: 0,
    received_at: '2026-11-20T02:00:00.000Z',
    differences: [],
  },
];
const debits = {
  upcoming: 4,
  held: 1,
  refused: 7,
  returned: 0,
  refunded: 2,
  latest: [
    {
      id: 9,
      transaction_id: 'DD-9',
      creditor_id: 'FR72ZZZ123456',
      creditor_name: 'Énergie du Fleuve',
      amount: 39.9,
      currency: 'EUR',
      status: 'refused',
      reason_code: 'AM04',
      changed_at: '2026-11-20T10:00:00.000Z',
    },
  ],
};

/** The rail of a server with this state, which stores a changed limit; a colleague may be faster once with another one. */
function renderRail(state: object = calm, colleague?: number) {
  const settings = { automatic_limit: 1_000 };
  let isFree = colleague === undefined;
  return renderPage(<RailPage />, {
    path: '/admin/rail',
    fetch: ({ path, method, body }) => {
      if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
      if (path === '/admin/rail') return { body: state };
      if (path.startsWith('/admin/reconciliation')) return { body: { days, pagination } };
      if (path === '/admin/rail/direct-debits') return { body: debits };
      if (method === 'PUT' && !isFree) {
        isFree = true;
        Object.assign(settings, { automatic_limit: colleague });
        return refused(409, 'SETTING_CHANGED', 'Un collègue a changé ce réglage.');
      }
      if (method === 'PUT') Object.assign(settings, body);
      return { body: { ...settings } };
    },
  });
}

it('shows what waits, what is in doubt, the incidents in plain words and the money on suspense', async () => {
  renderRail();
  expect(
    await screen.findByText('plus de 10 000', { normalizer: (text) => text.replace(/\s/g, ' ') }),
  ).toBeVisible();
  expect(screen.getByText(/le plus ancien du 20 nov\. 2026, 11:00/)).toBeVisible();
  const doubtful = within(screen.getByRole('table', { name: 'Paiements en doute' }));
  expect(doubtful.getByRole('link', { name: 'PAY-7' })).toHaveAttribute(
    'href',
    '/admin/validate-payments?status=all&payment=7',
  );
  const incidents = within(screen.getByRole('table', { name: 'Derniers incidents' }));
  expect(
    incidents.getByRole('row', { name: /sans correspondre à un paiement.*RT-1.*Élevée.*Ouvert/ }),
  ).toBeVisible();
  expect(incidents.getByRole('row', { name: /La banque a relevé une anomalie.*Faible.*Clos/ })).toBeVisible();
  expect(incidents.getByRole('link', { name: /sans correspondre à un paiement/ })).toHaveAttribute(
    'href',
    '/admin/incidents/3',
  );
  const suspense = within(screen.getByRole('table', { name: 'Argent en attente' }));
  expect(suspense.getByRole('row', { name: /RT-1.*Retour de fonds.*clôturé\. \(AC04\)/ })).toBeVisible();
  expect(screen.queryByText(/aucune chambre de compensation/)).not.toBeInTheDocument();
});

it('links no incident for staff who may not read incidents', async () => {
  renderPage(<RailPage />, {
    path: '/admin/rail',
    fetch: ({ path }) => {
      const staff_permissions = { read: ['rail:manage'], change: [] };
      if (path === '/auth/me') return { body: { id: 1, role: 'admin', staff_permissions } };
      if (path === '/admin/rail') return { body: calm };
      if (path.startsWith('/admin/reconciliation')) return { body: { days, pagination } };
      return { body: path === '/admin/rail/direct-debits' ? debits : { automatic_limit: 1_000 } };
    },
  });
  const incidents = within(await screen.findByRole('table', { name: 'Derniers incidents' }));
  expect(incidents.getByText(/sans correspondre à un paiement/)).toBeVisible();
  expect(incidents.queryByRole('link')).not.toBeInTheDocument();
});

it('shows the direct debits that were held, refused or given back', async () => {
  renderRail();
  const table = within(await screen.findByRole('table', { name: /Derniers prélèvements retenus/ }));
  expect(
    table.getByRole('row', { name: /DD-9.*Énergie du Fleuve.*Refusé.*ne suffisait pas\. \(AM04\).*39,90/ }),
  ).toBeVisible();
  expect(screen.getByText('Prélèvements refusés').parentElement).toHaveTextContent('7');
});

it('states that the bank has no clearing house', async () => {
  renderRail({ ...calm, configured: false, doubtful: [], incidents: [], suspense: [] });
  expect(await screen.findByText(/reliée à aucune chambre de compensation/)).toBeVisible();
  expect(screen.getByText('Aucun incident')).toBeVisible();
});

it('changes the automatic limit; a refused amount keeps what was typed', async () => {
  const { sent } = renderRail();
  const field = await screen.findByLabelText(/les règles laissent partir/);
  expect(field).toHaveValue('1000');
  await userEvent.clear(field);
  await userEvent.type(field, '10 000,01');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer la limite' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(field).toHaveValue('10 000,01');
  expect(sent()).toHaveLength(0);
  await userEvent.clear(field);
  await userEvent.type(field, '0');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer la limite' }));
  expect(await screen.findByText(/Limite automatique désactivée/)).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([{ automatic_limit: 0, seen: 1_000 }]);
});

it('shows the limit that a colleague set meanwhile, and keeps what is typed', async () => {
  const { sent } = renderRail(calm, 300);
  const field = await screen.findByLabelText(/les règles laissent partir/);
  await userEvent.clear(field);
  await userEvent.type(field, '500');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer la limite' }));
  expect(await screen.findByText('Un collègue a changé ce réglage.')).toBeVisible();
  expect(await screen.findByText(/vient de fixer ce montant à 300,00\s€/)).toBeVisible();
  expect(field).toHaveValue('500');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer la limite' }));
  expect(await screen.findByText(/^Limite automatique : 500,00\s€/)).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([
    { automatic_limit: 500, seen: 1_000 },
    { automatic_limit: 500, seen: 300 },
  ]);
  await waitFor(() => expect(screen.queryByText(/vient de fixer/)).not.toBeInTheDocument());
});

it('shows each day held against its statement, and every difference', async () => {
  renderRail();
  const table = within(await screen.findByRole('table', { name: 'Rapprochement par jour' }));
  expect(await table.findByRole('row', { name: /19\snov\.\s2026.*10,00.*10,00.*Rapproché/ })).toBeVisible();
  expect(table.getByRole('row', { name: /20\snov\.\s2026.*1\s250,50.*1\s200,50.*2 écarts/ })).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Écarts du 20\u00a0nov.\u00a02026' }));
  expect(list.getByText(/Manque au relevé : PAY-7/)).toBeVisible();
  expect(list.getByText(/Solde d’ouverture/)).toBeVisible();
});
