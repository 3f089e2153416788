import { press, renderPage, type Server, signInBeforeEach, largeFigure } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishLiveEvent } from '@bank/client/live-events';
import { AddFunds } from '../add-funds/add-funds';
import { firstOfMonth } from './overview.api';
import { OverviewPage } from './overview-page';

signInBeforeEach();

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
  balance: 8477.41,
  available_balance: 8377.41,
  currency: 'EUR',
  account_number: 'FR7699999000010127005674754',
  activeCards: 1,
  transactionsThisMonth: 11,
  pendingTransfers: 3,
  income: { last: '2026-11-04', next: '2026-12-04' },
  recent: [movement],
};

const response = (): ReturnType<Server> => ({ body: overview });

const balanceAfter = { current_balance: 8527.41, available_balance: 8427.41, currency: 'EUR' as const };
const afterRefresh = () => new Promise<void>((resolve) => setTimeout(resolve, 80));

const figure = (name: string) => screen.getByRole('link', { name }).closest('li')!;

it('shows the available balance, the three counts and the last movements', async () => {
  const { calls } = renderPage(<OverviewPage />, { path: '/dashboard', fetch: response });
  expect(await screen.findByText(largeFigure(/^8\s377,41\s€$/))).toBeInTheDocument();
  expect(screen.getByText(/Solde comptabilisé : 8\s477,41\s€/)).toBeInTheDocument();
  expect(await within(figure('Cartes actives')).findByText('1')).toBeInTheDocument();
  expect(await within(figure('Transactions ce mois-ci')).findByText('11')).toBeInTheDocument();
  expect(await within(figure('Virements en attente')).findByText('3')).toBeInTheDocument();
  expect(await screen.findByText('Boulangerie Martin')).toBeInTheDocument();
  expect(screen.getByText(/^−69,18\s€$/)).toBeInTheDocument();
  const asked = calls.map(({ path }) => path);
  expect(asked.filter((path) => /overview|solde|carte|transactions/.test(path))).toEqual(['/overview']);
});

it('offers the first steps that are left, with the account number to copy', async () => {
  const user = userEvent.setup();
  const steps = { ...overview, recent: [], steps: ['money', 'card'] };
  renderPage(<OverviewPage />, { path: '/dashboard', fetch: () => ({ body: steps }) });
  const region = within((await screen.findByRole('heading', { name: 'De l’argent' })).closest('ul')!);
  expect(region.getByText('FR76 9999 9000 0101 2700 5674 754')).toBeVisible();
  expect(region.getByRole('link', { name: 'Choisir ma carte' })).toHaveAttribute('href', '/dashboard/cards');
  expect(region.queryByRole('heading', { name: 'Votre identité' })).not.toBeInTheDocument();
  await user.click(region.getByRole('button', { name: 'Copier l’IBAN' }));
  expect(await navigator.clipboard.readText()).toBe(overview.account_number);
});

it('links each figure to its list', () => {
  renderPage(<OverviewPage />, { path: '/dashboard', fetch: response });
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(target('Voir le solde')).toBe('/dashboard/balance');
  expect(target('Cartes actives')).toBe('/dashboard/cards');
  expect(target('Transactions ce mois-ci')).toBe(
    `/dashboard/transactions?dateFrom=${firstOfMonth(new Date())}`,
  );
  expect(target('Virements en attente')).toBe('/dashboard/transactions?status=pending');
});

it('displays a failure once, and retries', async () => {
  let isDown = true;
  renderPage(<OverviewPage />, {
    path: '/dashboard',
    fetch: (call) => (isDown && call.path === '/overview' ? { status: 500 } : response()),
  });
  expect(await screen.findByText('Impossible de récupérer le solde')).toBeInTheDocument();
  expect(within(figure('Cartes actives')).getByText('Chiffre indisponible')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  isDown = false;
  await press('Réessayer');
  expect(await within(figure('Cartes actives')).findByText('1')).toBeInTheDocument();
  expect(screen.getByText(largeFigure(/^8\s377,41\s€$/))).toBeInTheDocument();
});

it('is fetched again after a transaction, and nothing else is', async () => {
  const { calls } = renderPage(<OverviewPage />, { path: '/dashboard', fetch: response });
  await screen.findByText('Boulangerie Martin');
  act(() => publishLiveEvent({ type: 'transaction', data: { reference: 'TR-1' } }));
  const asked = () =>
    calls.map(({ path }) => path).filter((path) => /overview|solde|carte|transactions/.test(path));
  await waitFor(() => expect(asked()).toEqual(['/overview', '/overview']));
});

it('shows the balance of an event without a call', async () => {
  const { calls } = renderPage(<OverviewPage />, { path: '/dashboard', fetch: response });
  await screen.findByText('Boulangerie Martin');
  const before = calls.length;
  act(() => publishLiveEvent({ type: 'balance', data: balanceAfter }));
  expect(await screen.findByText(largeFigure(/^8\s427,41\s€$/))).toBeInTheDocument();
  await act(afterRefresh);
  expect(calls).toHaveLength(before);
});

it('is fetched again where a balance changes while a response is under way', async () => {
  const old: (() => void)[] = [];
  const fetch: Server = () =>
    new Promise((resolve) => {
      const first = old.length < 2;
      const balance = first ? overview.available_balance : balanceAfter.available_balance;
      old.push(() => resolve({ body: { ...overview, available_balance: balance } }));
      if (!first) old.at(-1)!();
    });
  renderPage(<OverviewPage />, {
    path: '/dashboard',
    fetch: (call) => (call.path === '/overview' ? fetch(call) : { body: {} }),
  });
  await waitFor(() => expect(old).toHaveLength(1));
  act(() => old[0]!());
  await screen.findByText(largeFigure(/^8\s377,41\s€$/));
  act(() => publishLiveEvent({ type: 'transaction', data: { reference: 'TR-1' } }));
  await waitFor(() => expect(old).toHaveLength(2));
  act(() => publishLiveEvent({ type: 'balance', data: balanceAfter }));
  act(() => old[1]!());
  await act(afterRefresh);
  expect(old).toHaveLength(3);
  expect(screen.getByText(largeFigure(/^8\s427,41\s€$/))).toBeInTheDocument();
});

it.each(['after', 'before'])(
  'is fetched once for one’s own transaction, its events %s the response',
  async (when) => {
    const reference = `TR-${when}`;
    const publishEvents = () => {
      publishLiveEvent({ type: 'balance', data: balanceAfter });
      publishLiveEvent({ type: 'transaction', data: { reference } });
    };
    const { calls } = renderPage(
      <>
        <OverviewPage />
        <AddFunds />
      </>,
      {
        path: '/dashboard?action=add-funds',
        fetch: async (call) => {
          if (call.method !== 'POST') return response();
          if (when === 'before') publishEvents();
          await afterRefresh();
          return { status: 201, body: { success: true, reference, balance: 8527.41 } };
        },
      },
    );
    const fetched = () => calls.filter(({ path }) => path === '/overview');
    await screen.findByText('Boulangerie Martin');
    await userEvent.type(await screen.findByLabelText('Montant'), '50');
    await press('Continuer');
    await press(/^Ajouter 50,00\s€$/);
    await screen.findByText(/fonds ajoutés à votre compte/);
    if (when === 'after') act(publishEvents);
    await act(afterRefresh);
    expect(fetched()).toHaveLength(2);
  },
);

it('displays an empty list of transactions', async () => {
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
