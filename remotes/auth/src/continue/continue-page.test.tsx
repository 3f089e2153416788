import { renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearTokens, readTokens } from '@bank/client/tokens';
import { ContinuePage } from './continue-page';

beforeEach(() => clearTokens());

const session = { access_token: 'access', refresh_token: 'refresh', user: { id: 7, role: 'user' } };
const spent = { status: 422, body: { error: 'Non', code: 'CONTINUE_CODE_INVALID', request_id: 'r' } };

it('spends the code of the address once, keeps it nowhere, and leads into the bank', async () => {
  const { calls, place } = renderPage(<ContinuePage />, {
    path: '/continue#code=the-code',
    fetch: () => ({ body: session }),
  });
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/auth/continue', { code: 'the-code' }],
  ]);
  expect(readTokens()?.access_token).toBe('access');
});

it('says that a spent or late code is of no use any more, and leads to sign-in', async () => {
  renderPage(<ContinuePage />, { path: '/continue#code=late', fetch: () => spent });
  expect(await screen.findByRole('heading', { name: 'Ce lien ne sert plus' })).toBeInTheDocument();
  expect(screen.getByText(/connectez-vous avec l’adresse e-mail/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
  expect(readTokens()).toBeUndefined();
});

it('asks nothing of the server without a code', async () => {
  const { calls } = renderPage(<ContinuePage />, { path: '/continue' });
  expect(await screen.findByRole('heading', { name: 'Ce lien ne sert plus' })).toBeInTheDocument();
  expect(calls).toEqual([]);
});

it('tries again with the same code when no answer came', async () => {
  let isUp = false;
  const { place } = renderPage(<ContinuePage />, {
    path: '/continue#code=the-code',
    fetch: () => {
      if (!isUp) throw new TypeError('offline');
      return { body: session };
    },
  });
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  isUp = true;
  await userEvent.click(retry);
  await waitFor(() => expect(place()).toBe('/dashboard'));
});
