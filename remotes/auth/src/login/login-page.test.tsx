import { pasteInto, type Answer, renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config } from '@bank/client/config';
import { Route, Routes } from '@bank/client/router';
import { setLanguage } from '@bank/i18n/language';
import { LoginPage } from './login-page';

const session = {
  access_token: 'access',
  refresh_token: 'refresh',
  user: { id: 2, username: 'marie', role: 'user', first_name: 'Marie', last_name: 'Durand' },
};

const initial = { ...config };

afterEach(() => {
  Object.assign(config, initial);
  localStorage.clear();
  act(() => setLanguage('fr'));
});

const signIn = async (identifier = 'marie', password = 'Client-demo-1') => {
  await pasteInto(screen.getByLabelText('Nom d’utilisateur ou e-mail'), identifier);
  await pasteInto(screen.getByLabelText('Mot de passe'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
};

const refusal = (status: number, code: string, error: string, headers?: Record<string, string>): Answer => ({
  status,
  headers,
  body: { error, code, request_id: 'r' },
});

it('sends the identifier as e-mail and username, stores the tokens and opens the dashboard', async () => {
  const { calls, place } = renderPage(<LoginPage />, { path: '/login', fetch: () => ({ body: session }) });
  await signIn('marie@bankpcs.example');
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls).toMatchObject([
    {
      method: 'POST',
      path: '/auth/login',
      body: { email: 'marie@bankpcs.example', username: 'marie@bankpcs.example', password: 'Client-demo-1' },
    },
  ]);
  expect(localStorage.getItem('access_token')).toBe('access');
  expect(localStorage.getItem('refresh_token')).toBe('refresh');
});

it.each([
  ['/login?from=%2Fdashboard%2Fcards', '/dashboard/cards'],
  ['/login?from=%2F%2Fevil.example', '/dashboard'],
])('%s leads to %s', async (path, destination) => {
  const page = (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const { place } = renderPage(page, { path, fetch: () => ({ body: session }) });
  await signIn();
  await waitFor(() => expect(place()).toBe(destination));
});

it('requires both fields before calling the server', async () => {
  const { calls } = renderPage(<LoginPage />, { path: '/login' });
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveFocus();
  await userEvent.click(within(alert).getByRole('link', { name: 'Mot de passe' }));
  expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
  expect(screen.getByLabelText('Nom d’utilisateur ou e-mail')).toHaveAccessibleDescription(/obligatoire/);
  expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(/obligatoire/);
  expect(calls).toEqual([]);
});

it('shows and hides the password', async () => {
  renderPage(<LoginPage />, { path: '/login' });
  const password = screen.getByLabelText('Mot de passe');
  const toggle = screen.getByRole('button', { name: 'Afficher la saisie' });
  expect(password).toHaveAttribute('type', 'password');
  await userEvent.click(toggle);
  expect(password).toHaveAttribute('type', 'text');
  await userEvent.click(toggle);
  expect(password).toHaveAttribute('type', 'password');
});

it('disables the button while the call is pending', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const server: Server = () => new Promise((resolve) => (answer = resolve));
  const { calls, place } = renderPage(<LoginPage />, { path: '/login', fetch: server });
  await signIn();
  const button = screen.getByRole('button', { name: /Se connecter(?! avec)/ });
  expect(button).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Mot de passe'), '{Enter}');
  expect(calls).toHaveLength(1);
  answer({ body: session });
  await waitFor(() => expect(place()).toBe('/dashboard'));
});

it.each<[string, Server, string]>([
  ['the server’s words', () => refusal(401, 'INVALID_CREDENTIALS', 'Mot du serveur.'), 'Mot du serveur.'],
  [
    'the seconds to wait',
    () => refusal(429, 'TOO_MANY_ATTEMPTS', 'Attendez.', { 'Retry-After': '30' }),
    'Trop d’essais. Réessayez dans 30 secondes.',
  ],
  [
    'minutes when there are many seconds',
    () => refusal(429, 'TOO_MANY_ATTEMPTS', 'Attendez.', { 'Retry-After': '890' }),
    'Trop d’essais. Réessayez dans 15 minutes.',
  ],
  ['the catalogue’s words when there are none', () => ({ status: 502 }), 'Échec de la connexion'],
  ['the catalogue’s words for a broken answer', () => ({ status: 200 }), 'Échec de la connexion'],
  ['the catalogue’s words for an answer without a session', () => ({ body: {} }), 'Échec de la connexion'],
  [
    'the catalogue’s words before the reason where nothing answers',
    () => {
      throw new TypeError('offline');
    },
    'Échec de la connexion : Erreur de connexion avec le serveur',
  ],
])('shows %s in an alert and keeps the typed values', async (_name, server, said) => {
  renderPage(<LoginPage />, { path: '/login', fetch: server });
  await signIn();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(said);
  expect(alert).toHaveFocus();
  expect(screen.getByLabelText('Nom d’utilisateur ou e-mail')).toHaveValue('marie');
  expect(screen.getByRole('button', { name: 'Se connecter' })).toBeEnabled();
});

it('shows the error in English', async () => {
  act(() => setLanguage('en'));
  renderPage(<LoginPage />, { path: '/login', fetch: () => ({ status: 500 }) });
  await pasteInto(screen.getByLabelText('Username or email'), 'marie');
  await pasteInto(screen.getByLabelText('Password'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed');
});

it('redirects a signed-in user', async () => {
  localStorage.setItem('access_token', 'a');
  localStorage.setItem('refresh_token', 'r');
  const { place } = renderPage(<LoginPage />, { path: '/login', fetch: () => ({ body: session.user }) });
  expect(screen.queryByLabelText('Mot de passe')).not.toBeInTheDocument();
  await waitFor(() => expect(place()).toBe('/dashboard'));
});

describe('demonstration accounts', () => {
  it('are hidden without demonstration data', () => {
    renderPage(<LoginPage />, { path: '/login' });
    expect(screen.queryByText('Comptes de démonstration')).not.toBeInTheDocument();
  });

  it('fill the form on click', async () => {
    config.demo_accounts = [
      { username: 'admin', password: 'Admin-demo-1', role: 'admin' },
      { username: 'marie', password: 'Client-demo-1', role: 'user' },
    ];
    renderPage(<LoginPage />, { path: '/login' });
    await userEvent.click(screen.getByRole('button', { name: 'Remplir avec le compte client' }));
    expect(screen.getByLabelText('Nom d’utilisateur ou e-mail')).toHaveValue('marie');
    expect(screen.getByLabelText('Mot de passe')).toHaveValue('Client-demo-1');
    expect(screen.getByRole('button', { name: 'Se connecter' })).toHaveFocus();
  });
});

describe('the back-office', () => {
  it('signs staff in without offering a sign-up, and leads to /admin', async () => {
    config.site = 'back-office';
    const { place } = renderPage(<LoginPage />, { path: '/login', fetch: () => ({ body: session }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Connexion du personnel');
    expect(screen.queryByRole('link', { name: 'Ouvrir mon compte' })).not.toBeInTheDocument();
    await signIn();
    await waitFor(() => expect(place()).toBe('/admin'));
  });
});

describe('the second factor', () => {
  const challenge = { mfa_required: true, mfa_token: 'challenge' };
  const server =
    (second: () => Answer): Server =>
    ({ path }) =>
      path === '/auth/login' ? { body: challenge } : second();

  it('asks for the code on the same page, then continues', async () => {
    const { calls, place } = renderPage(<LoginPage />, {
      path: '/login',
      fetch: server(() => ({ body: session })),
    });
    await signIn();
    const code = await screen.findByLabelText('Code à 6 chiffres');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await userEvent.type(code, '123456{Enter}');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(calls[1]).toMatchObject({ path: '/auth/2fa', body: { mfa_token: 'challenge', code: '123456' } });
  });

  it('takes a mailed code where the person has no factor, and offers no other way', async () => {
    const { calls, place } = renderPage(<LoginPage />, {
      path: '/login',
      fetch: ({ path }) => ({ body: path === '/auth/login' ? { ...challenge, mailed: true } : session }),
    });
    await signIn();
    const code = await screen.findByLabelText('Code à 6 chiffres');
    expect(code).toHaveAccessibleDescription(/envoyer par e-mail/);
    expect(screen.queryByRole('button', { name: /récupération/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await userEvent.type(code, '123456{Enter}');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(calls[1]).toMatchObject({ path: '/auth/2fa', body: { mfa_token: 'challenge', code: '123456' } });
  });

  it('accepts a recovery code', async () => {
    const { calls, place } = renderPage(<LoginPage />, {
      path: '/login',
      fetch: server(() => ({ body: session })),
    });
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Utiliser un code de récupération' }));
    const code = screen.getByLabelText('Code de récupération');
    expect(code).toHaveFocus();
    await userEvent.type(code, 'ABCDE-12345{Enter}');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(calls[1]).toMatchObject({ body: { code: 'ABCDE12345' } });
  });

  it('stays on the step after a wrong code', async () => {
    const wrong = () => refusal(401, 'INVALID_CODE', 'Ce code n’est pas valable.');
    renderPage(<LoginPage />, { path: '/login', fetch: server(wrong) });
    await signIn();
    const code = await screen.findByLabelText('Code à 6 chiffres');
    await userEvent.type(code, '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveFocus();
    expect(code).toHaveAccessibleDescription(/Ce code n’est pas valable\./);
  });

  it('returns to the first step once it has expired', async () => {
    const late = () => refusal(401, 'MFA_EXPIRED', 'Le délai est passé.');
    renderPage(<LoginPage />, { path: '/login', fetch: server(late) });
    await signIn();
    await userEvent.type(await screen.findByLabelText('Code à 6 chiffres'), '123456{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Le délai est passé.');
    expect(alert).toHaveFocus();
    expect(screen.getByLabelText('Nom d’utilisateur ou e-mail')).toHaveValue('marie');
    expect(screen.getByLabelText('Mot de passe')).toHaveValue('');
  });

  it('can be cancelled', async () => {
    renderPage(<LoginPage />, { path: '/login', fetch: server(() => ({ body: session })) });
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Revenir à la connexion' }));
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
