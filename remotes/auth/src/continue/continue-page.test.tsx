import { pasteInto, type Answer, type Call, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearTokens, readTokens, writeTokens } from '@bank/client/tokens';
import { ContinuePage } from './continue-page';

beforeEach(() => clearTokens());

const application = {
  first_name: 'Zoé',
  last_name: 'Martin',
  email: 'zoe@example.org',
  partner: 'Les Deux Rives',
  expires_at: '2026-11-22T10:00:00.000Z',
};
const marie = { id: 3, first_name: 'Marie', last_name: 'Durand', email: 'marie@example.org', role: 'user' };
const session = { access_token: 'new', refresh_token: 'new', user: { id: 7, role: 'user' } };
const spent: Answer = { status: 422, body: { error: 'Non', code: 'CONTINUE_CODE_INVALID', request_id: 'r' } };

const answers: Record<string, Answer> = {
  'GET /auth/continue': { body: application },
  'POST /auth/continue': { status: 201, body: session },
  'GET /auth/me': { body: marie },
  'POST /auth/logout': { status: 204 },
};
const render = (changes: Record<string, Answer | (() => Answer)> = {}) =>
  renderPage(<ContinuePage />, {
    path: '/continue',
    fetch: ({ method, path }) => {
      const answer = { ...answers, ...changes }[`${method} ${path}`] ?? { status: 404 };
      return typeof answer === 'function' ? answer() : answer;
    },
  });
const sent = (calls: Call[]) => calls.map(({ method, path }) => `${method} ${path}`);

async function choose() {
  await pasteInto(await screen.findByLabelText('Nom d’utilisateur'), 'zoe');
  await pasteInto(screen.getByLabelText('Mot de passe'), 'six mots choisis');
  await pasteInto(screen.getByLabelText('Confirmer le mot de passe'), 'six mots choisis');
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir mon compte' }));
}

it('shows the applicant, asks for a username and a password, and opens the account', async () => {
  const { calls, place } = render();
  expect(await screen.findByText(/Zoé Martin \(zoe@example\.org\).*Les Deux Rives/)).toBeVisible();
  expect(sent(calls)).toEqual(['GET /auth/continue']);
  await choose();
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls.at(-1)).toMatchObject({
    body: { username: 'zoe', password: 'six mots choisis', email: 'zoe@example.org' },
  });
  expect(readTokens()?.access_token).toBe('new');
});

describe('with an open session', () => {
  beforeEach(() => writeTokens({ access_token: 'marie', refresh_token: 'marie' }));

  it('names both people, and keeps the session of a person who stays', async () => {
    const { calls, place } = render();
    expect(
      await screen.findByRole('heading', { name: /^Continuer en tant que Zoé Martin/ }),
    ).toBeInTheDocument();
    expect(screen.getByText(/celle de Marie Durand \(marie@example\.org\).*Zoé Martin/)).toBeVisible();
    expect(screen.queryByLabelText('Mot de passe')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Garder la session de Marie Durand' }));
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(sent(calls).filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(readTokens()?.access_token).toBe('marie');
  });

  it('replaces the session once the account is opened, and ends it on the server', async () => {
    const { calls } = render();
    await userEvent.click(await screen.findByRole('button', { name: 'Continuer en tant que Zoé Martin' }));
    expect(readTokens()?.access_token).toBe('marie');
    await choose();
    await waitFor(() => expect(readTokens()?.access_token).toBe('new'));
    expect(sent(calls).filter((line) => line.startsWith('POST'))).toEqual([
      'POST /auth/continue',
      'POST /auth/logout',
    ]);
    expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer marie');
  });
});

it('offers sign-in and sign-up in a browser without an application', async () => {
  render({ 'GET /auth/continue': spent });
  expect(await screen.findByRole('heading', { name: 'Ce lien ne sert plus' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Ouvrir mon compte' })).toHaveAttribute('href', '/signup');
});

it('sends a customer with this e-mail to the sign-in, and keeps the typed values', async () => {
  const said = 'Cette adresse e-mail est déjà utilisée.';
  render({
    'POST /auth/continue': { status: 409, body: { error: said, code: 'EMAIL_TAKEN', request_id: 'r' } },
  });
  await choose();
  expect(await screen.findByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
  expect(screen.getByText(said)).toBeInTheDocument();
  expect(screen.getByLabelText('Nom d’utilisateur')).toHaveValue('zoe');
});

it('repeats the request after a failure', async () => {
  let isUp = false;
  render({
    'GET /auth/continue': () => {
      if (!isUp) throw new TypeError('offline');
      return { body: application };
    },
  });
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  isUp = true;
  await userEvent.click(retry);
  expect(await screen.findByLabelText('Nom d’utilisateur')).toBeInTheDocument();
});
