import { pasteInto, type Answer, renderPage, unreachable } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { SignupPage } from './signup-page';

const session = { access_token: 'a', refresh_token: 'r', user: { id: 9, username: 'zoe', role: 'user' } };

const typed = {
  Prénom: 'Zoé',
  Nom: 'Martin',
  'Nom d’utilisateur': 'zoe',
  'E-mail': 'Zoe@Example.org',
  Téléphone: '',
  'Mot de passe': 'six mots',
  'Confirmer le mot de passe': 'six mots',
};

async function fill(changes: Partial<typeof typed> = {}) {
  for (const [label, value] of Object.entries({ ...typed, ...changes })) {
    if (value) await pasteInto(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir mon compte' }));
}

const page = (answer: Answer = { status: 201, body: session }) =>
  renderPage(<SignupPage />, { path: '/signup', fetch: () => answer });

afterEach(() => {
  localStorage.clear();
  act(() => setLanguage('fr'));
});

it('opens an account without sending the confirmation, and goes to the dashboard', async () => {
  const { calls, place } = page();
  await fill();
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/auth/signup' });
  expect(calls[0]?.body).toEqual({
    first_name: 'Zoé',
    last_name: 'Martin',
    username: 'zoe',
    email: 'zoe@example.org',
    password: 'six mots',
  });
  expect(localStorage.getItem('access_token')).toBe('a');
});

it('enters the account that an earlier try opened without an answer, and nobody else’s', async () => {
  const taken = { status: 409, body: { error: 'Pris.', code: 'EMAIL_TAKEN', request_id: 'r' } };
  const wrong = { status: 401, body: { error: 'Refusé.', code: 'CREDENTIALS_WRONG', request_id: 'r' } };
  const answers = [unreachable, () => taken, () => wrong, () => taken, () => ({ body: session })];
  const { calls, place } = renderPage(<SignupPage />, {
    path: '/signup',
    fetch: () => (answers.shift() ?? unreachable)(),
  });
  await fill();
  expect(await screen.findByText(/Erreur de connexion/)).toBeVisible();
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Ouvrir mon compte' }));
  await open();
  expect(await screen.findByText('Pris.')).toBeVisible();
  expect(place()).toBe('/signup');
  await open();
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls.map(({ path }) => path)).toEqual([
    '/auth/signup',
    '/auth/signup',
    '/auth/login',
    '/auth/signup',
    '/auth/login',
  ]);
  expect(calls.at(-1)?.body).toMatchObject({ username: 'zoe', password: 'six mots' });
});

it('sends the telephone when it is given', async () => {
  const { calls, place } = page();
  await fill({ Téléphone: '06 39 98 12 34' });
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(calls[0]?.body).toMatchObject({ phone: '06 39 98 12 34' });
});

it('describes each field for the browser’s autofill', () => {
  page();
  const expected = [
    ['Prénom', 'given-name'],
    ['Nom', 'family-name'],
    ['Nom d’utilisateur', 'username'],
    ['E-mail', 'email'],
    ['Téléphone', 'tel'],
    ['Mot de passe', 'new-password'],
    ['Confirmer le mot de passe', 'new-password'],
  ] as const;
  expected.forEach(([label, token]) =>
    expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', token),
  );
  expect(screen.getAllByRole('button', { name: 'Afficher la saisie' })).toHaveLength(2);
});

it('lists every missing field at once, and does not call the server', async () => {
  const { calls } = page();
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir mon compte' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid'))).toHaveLength(
    4,
  );
  expect(screen.getByLabelText('Téléphone')).toBeValid();
  expect(calls).toEqual([]);
});

it.each([
  [
    'Confirmer le mot de passe',
    { 'Confirmer le mot de passe': 'sept mots' },
    'Les mots de passe ne correspondent pas',
  ],
  [
    'Mot de passe',
    { 'Mot de passe': 'cinq5', 'Confirmer le mot de passe': 'cinq5' },
    'Le mot de passe doit contenir au moins 6 caractères',
  ],
  ['E-mail', { 'E-mail': 'zoe' }, 'Cette adresse e-mail n’est pas valable.'],
])('refuses a wrong %s', async (label, changes, said) => {
  const { calls } = page();
  await fill(changes);
  await screen.findByRole('alert');
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(said));
  expect(calls).toEqual([]);
});

it('compares the passwords even if another field is invalid', async () => {
  page();
  await fill({ Prénom: '', 'Confirmer le mot de passe': 'sept mots' });
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeVisible();
});

it('shows the server’s errors beside their fields, and keeps the typed values', async () => {
  const said = 'Cette adresse e-mail est déjà utilisée.';
  page({ status: 409, body: { error: said, code: 'EMAIL_TAKEN', fields: { email: said }, request_id: 'r' } });
  await fill();
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(expect.stringContaining(said));
  expect(screen.getByLabelText('Prénom')).toHaveValue('Zoé');
});

it('shows the last resort for an answer without a session', async () => {
  page({ status: 201, body: {} });
  await fill({ 'Mot de passe': 'six mots' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Une erreur s'est produite lors de l'inscription",
  );
});

it.each([
  ['fr', "Une erreur s'est produite lors de l'inscription", 'Ouvrir mon compte'],
  ['en', 'Signup failed', 'Open my account'],
] as const)('has a last resort in %s', async (language, said, action) => {
  page({ status: 500 });
  await fill({ 'Mot de passe': 'six mots' });
  await screen.findByRole('alert');
  act(() => setLanguage(language));
  await userEvent.click(screen.getByRole('button', { name: action }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(said));
});

it('leads to the sign-in', () => {
  page();
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});
