import {
  expectRetry,
  marie,
  press,
  renderPage,
  type Server,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { periodOf } from './periods';
import { ReportsPage } from './reports-page';

signInBeforeEach();

const none = { count: 0, amount: 0 };
const quietDay = { count: 0, deposits: 0, transfers: 0, payments: 0, cards: 0, withdrawals: 0, fees: 0 };
const report = {
  dateFrom: '2026-11-01',
  dateTo: '2026-11-02',
  volumes: {
    deposits: { count: 3, amount: 1000.1 },
    transfers: { count: 2, amount: 0.2 },
    payments: none,
    cards: none,
    withdrawals: none,
  },
  fees: { count: 4, amount: 4 },
  outcomes: {
    pending: { count: 1, amount: 10, share: 0.25 },
    completed: { count: 3, amount: 30, share: 0.75 },
    failed: { ...none, share: 0 },
  },
  kyc: { reviewed: 0, averageHours: null, medianHours: null, slowestHours: null, waiting: 2 },
  byDay: [
    { ...quietDay, day: '2026-11-01', count: 5, deposits: 1000.1, transfers: 0.2, fees: 4 },
    { ...quietDay, day: '2026-11-02' },
  ],
};
const owner = { ...marie, role: 'admin' };
const response: Server = ({ path: called }) => ({ body: called === '/auth/me' ? owner : report });
const path = '/admin/reports?dateFrom=2026-11-01&dateTo=2026-11-02';

it('shows the figures, the picture and the tables of a period', async () => {
  const { calls } = renderPage(<ReportsPage />, { path, fetch: response });
  expect(await screen.findByText('5 mouvements')).toBeInTheDocument();
  expect(calls[0]?.path).toBe('/admin/reports?dateFrom=2026-11-01&dateTo=2026-11-02');
  expect(screen.getByRole('img')).toHaveAccessibleName(
    /Le plus haut\u00a0: 1\s000,30\s€, le 1\snov\.\s2026$/,
  );
  const outcomes = within(screen.getByRole('table', { name: 'Paiements créés, par issue' }));
  expect(outcomes.getByRole('rowheader', { name: 'Terminé' }).closest('tr')).toHaveTextContent(
    /330,00\s€75,0\s%/,
  );
  const delays = within(screen.getByRole('table', { name: 'Délais de vérification KYC' }));
  expect(delays.getByRole('rowheader', { name: 'Délai moyen' }).closest('tr')).toHaveTextContent('–');
  expect(await screen.findByRole('link', { name: 'Voir ces paiements' })).toHaveAttribute(
    'href',
    '/admin/transactions?kind=outside_payment&dateFrom=2026-11-01&dateTo=2026-11-02',
  );
});

it('hides links to payments from readers without the permission', async () => {
  const operator = { ...owner, staff_permissions: { read: ['reports:read'], change: [] } };
  const { calls } = renderPage(<ReportsPage />, {
    path,
    fetch: ({ path: called }) => ({ body: called === '/auth/me' ? operator : report }),
  });
  expect(await screen.findByText('5 mouvements')).toBeInTheDocument();
  await waitFor(() => expect(calls.map((call) => call.path)).toContain('/auth/me'));
  expect(screen.queryByRole('link', { name: 'Voir ces paiements' })).toBeNull();
});

it('compares with the period of the same length before', async () => {
  const before = {
    ...report,
    dateFrom: '2026-10-30',
    dateTo: '2026-10-31',
    fees: none,
    volumes: { ...report.volumes, deposits: { count: 1, amount: 500.15 } },
  };
  const { asked } = renderPage(<ReportsPage />, {
    path,
    fetch: ({ path: wanted }) => ({ body: wanted.includes('2026-10-30') ? before : report }),
  });
  expect(await screen.findByText(/^499,95\s€ de plus \(\+99,9\s%\) que la période d’avant$/)).toBeVisible();
  expect(screen.getByText('La période d’avant va du 30 oct. 2026 au 31 oct. 2026.')).toBeVisible();
  expect(asked('/admin/reports').at(-1)).toBe('/admin/reports?dateFrom=2026-10-30&dateTo=2026-10-31');
  const volumes = within(screen.getByRole('table', { name: 'Volumes' }));
  const row = (name: string) => volumes.getByRole('rowheader', { name }).closest('tr');
  expect(row('Dépôts')).toHaveTextContent(/499,95\s€ de plus \(\+100,0\s%\)$/);
  expect(row('Virements entre clients')).toHaveTextContent(/Autant$/);
  expect(row('Frais perçus')).toHaveTextContent(/Aucune valeur avant$/);
});

it('keeps the period in the URL, by a preset or by two days', async () => {
  const { calls, place } = renderPage(<ReportsPage />, { path: '/admin/reports', fetch: response });
  const usual = periodOf('days_30');
  await waitFor(() =>
    expect(calls[0]?.path).toBe(`/admin/reports?dateFrom=${usual.dateFrom}&dateTo=${usual.dateTo}`),
  );
  expect(screen.getByRole('button', { name: '30\u00a0jours' })).toHaveAttribute('aria-pressed', 'true');
  await press('Le mois dernier');
  const { dateFrom, dateTo } = periodOf('last_month');
  expect(place()).toBe(`/admin/reports?dateFrom=${dateFrom}&dateTo=${dateTo}`);
});

it('fetches no impossible period, and displays why', async () => {
  const { calls } = renderPage(<ReportsPage />, {
    path: '/admin/reports?dateFrom=2026-11-02&dateTo=2026-11-01',
    fetch: response,
  });
  expect(await screen.findByText(/La fin de la période précède son début/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Exporter en PDF' })).toBeDisabled();
  expect(calls.filter(({ path: asked }) => asked.startsWith('/admin/reports'))).toEqual([]);
});

it('displays a failure, and retries', async () => {
  await expectRetry(<ReportsPage />, 'Le rapport n’a pas pu être établi.', { path, fetch: response });
  expect(await screen.findByText('5 mouvements')).toBeInTheDocument();
});

it('groups the digits of large counts', async () => {
  const many = {
    ...report,
    volumes: { ...report.volumes, deposits: { count: 1364, amount: 1000.1 } },
    fees: { count: 1829, amount: 1829 },
  };
  renderPage(<ReportsPage />, {
    path,
    fetch: ({ path: called }) => ({ body: called === '/auth/me' ? owner : many }),
  });
  expect(await screen.findByText(/^1\s366 mouvements/)).toBeInTheDocument();
  expect(screen.getByText(/^1\s829 prélèvements/)).toBeInTheDocument();
});
