import { marie, press, refused, renderPage, signInBeforeEach, type } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { onSessionRefused } from '@bank/client/api';
import { useSession } from '@bank/client/session';
import { readTokens } from '@bank/client/tokens';
import { ClosingCard } from './closing-card';

signInBeforeEach();

const outlook = {
  closing: null,
  obstacles: [],
  currencies: [],
  balance: 67.5,
  holder: 'Marie Lefèvre',
  kept: [],
};

it('asks for the account that gets the balance before it asks whether that is right', async () => {
  const { sent } = renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({ body: path === '/auth/me' ? marie : outlook }),
  });
  const close = 'Fermer tous mes comptes';
  await press(close);
  expect(await screen.findByText('Une réponse est à revoir')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await type(/^IBAN/, 'DE89 3704 0044 0532 0130 00');
  await press(close);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /67,50\s€ sur DE89 3704 0044 0532 0130 00/,
  );
  expect(sent()).toEqual([]);
});

it('signs out of a relation that is closed at once, without a call that would be refused', async () => {
  const Page = () => useSession().user && <ClosingCard />;
  let isClosed = false;
  const closed = {
    id: 1,
    state: 'closed',
    iban: null,
    payment_id: null,
    requested_at: '2026-11-30T10:00:00Z',
  };
  const { calls } = renderPage(<Page />, {
    fetch: ({ method, path }) => {
      if (isClosed) return refused(401, 'UNAUTHENTICATED', 'Non.');
      if (path === '/auth/me') return { body: marie };
      if (method === 'GET') return { body: { ...outlook, balance: 0 } };
      isClosed = true;
      return { status: 201, body: closed };
    },
  });
  const close = jest.fn();
  const registration = { getNotifications: async () => [{ close }] };
  const value = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  const onRefused = jest.fn();
  const stop = onSessionRefused(onRefused);
  await press('Fermer tous mes comptes');
  await press('Fermer mes comptes');
  expect(await screen.findByText('Vos comptes sont fermés.')).toBeInTheDocument();
  await waitFor(() => expect(readTokens()).toBeUndefined());
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  expect(onRefused).not.toHaveBeenCalled();
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/settings/closing' });
  stop();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('names the claim that a closing under way waits for', async () => {
  const closing = { id: 1, state: 'paying', iban: 'DE89370400440532013000', payment_id: 1 };
  renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({
      body: path === '/auth/me' ? marie : { ...outlook, closing, obstacles: ['claims'] },
    }),
  });
  expect(await screen.findByText(/Une réclamation ou un recours n’est pas encore réglé/)).toBeVisible();
  expect(screen.queryByText(/Votre solde est en route/)).not.toBeInTheDocument();
});

it('names the recall that a closing under way waits for', async () => {
  const closing = { id: 1, state: 'paying', iban: 'DE89370400440532013000', payment_id: 1 };
  renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({
      body: path === '/auth/me' ? marie : { ...outlook, closing, obstacles: ['recalls'] },
    }),
  });
  expect(await screen.findByText(/Un paiement est en cours de rappel/)).toBeVisible();
  expect(screen.queryByText(/Votre solde est en route/)).not.toBeInTheDocument();
});

it('shows where the balance goes while it is under way, also beside a claim', async () => {
  const closing = { id: 1, state: 'paying', iban: 'DE89370400440532013000', payment_id: 1 };
  renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({
      body: path === '/auth/me' ? marie : { ...outlook, closing, obstacles: ['money_under_way', 'claims'] },
    }),
  });
  expect(await screen.findByText(/Votre solde est en route vers DE89/)).toBeVisible();
  expect(screen.getByText(/Une réclamation ou un recours n’est pas encore réglé/)).toBeVisible();
});

it('lists what speaks against it, also what only a newer server knows', async () => {
  renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({
      body: path === '/auth/me' ? marie : { ...outlook, obstacles: ['claims', 'later'] },
    }),
  });
  expect(await screen.findByText(/Une réclamation ou un recours n’est pas encore réglé/)).toBeVisible();
  expect(screen.getByText(/Un autre point reste à régler/)).toBeVisible();
});
