import { pasteInto, type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ForgotPasswordPage } from './forgot-password-page';
import { ResetPasswordPage } from './reset-password-page';

afterEach(() => localStorage.clear());

describe('a forgotten password', () => {
  const page = (answer: Answer) =>
    renderPage(<ForgotPasswordPage />, { path: '/forgot-password', fetch: () => answer });
  const ask = async (email: string) => {
    await pasteInto(screen.getByLabelText('E-mail'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Recevoir le lien' }));
  };

  it('confirms the request without revealing whether the address is known', async () => {
    const { calls } = page({ status: 202 });
    await ask('nobody@example.org');
    const heading = await screen.findByRole('heading', { name: 'Consultez votre boîte de réception' });
    expect(heading).toHaveFocus();
    expect(screen.getByText(/Si cette adresse est celle d’un compte/)).toBeInTheDocument();
    expect(calls).toMatchObject([{ path: '/auth/password/forgot', body: { email: 'nobody@example.org' } }]);
  });

  it('refuses an invalid address', async () => {
    const { calls } = page({ status: 202 });
    await ask('nobody');
    expect(await screen.findByText('Cette adresse e-mail n’est pas valable.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('reports a request that could not be sent, and repeats it under its key', async () => {
    const { calls } = page({ status: 500 });
    await ask('nobody@example.org');
    expect(await screen.findByRole('alert')).toHaveTextContent('La demande n’a pas pu être envoyée.');
    await userEvent.click(screen.getByRole('button', { name: 'Recevoir le lien' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });
});

describe('a new password', () => {
  const page = (answer: Answer, path = '/reset-password#token=link') =>
    renderPage(<ResetPasswordPage />, { path, fetch: () => answer });
  const change = async (password: string, confirmation = password) => {
    await pasteInto(screen.getByLabelText('Nouveau mot de passe'), password);
    await pasteInto(screen.getByLabelText('Confirmer le mot de passe'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Changer mon mot de passe' }));
  };
  const refusal = (code: string, error: string, fields?: Record<string, string>): Answer => ({
    status: 422,
    body: { error, code, fields, request_id: 'r' },
  });

  it('is set through the link, and leads to the sign-in', async () => {
    const { calls } = page({ status: 204 });
    await change('huit mots');
    expect(await screen.findByRole('heading', { name: 'Votre mot de passe est changé' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
    expect(calls).toMatchObject([
      { path: '/auth/password/reset', body: { token: 'link', password: 'huit mots' } },
    ]);
  });

  it.each(['/reset-password#token=link', '/reset-password?token=link'])(
    'takes the token of %s out of the address at once',
    async (path) => {
      const { place, calls } = page({ status: 204 }, path);
      expect(screen.getByLabelText('Nouveau mot de passe')).toBeInTheDocument();
      await waitFor(() => expect(place()).toBe('/reset-password'));
      await change('huit mots');
      await screen.findByRole('heading', { name: 'Votre mot de passe est changé' });
      expect(calls).toMatchObject([{ body: { token: 'link' } }]);
    },
  );

  it('needs eight characters and a matching confirmation', async () => {
    const { calls } = page({ status: 204 });
    await change('sept777', 'sept77');
    expect(await screen.findByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
    expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('shows under its field that the password is too common', async () => {
    const said = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
    page(refusal('PASSWORD_TOO_COMMON', said, { password: said }));
    await change('password1');
    await screen.findByRole('alert');
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveAccessibleDescription(
      expect.stringContaining(said),
    );
  });

  it.each<[string, Answer]>([
    ['spent', refusal('RESET_LINK_INVALID', 'Ce lien n’est plus valable.')],
    ['no token at all', refusal('INVALID_FIELDS', 'À corriger.', { token: 'Trop long.' })],
  ])('offers a new link when the current one is %s', async (_name, answer) => {
    page(answer);
    await change('huit mots');
    expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Demander un nouveau lien' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('offers a link when the address has no token', () => {
    page({ status: 204 }, '/reset-password');
    expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeInTheDocument();
  });

  it('removes the session that the server has ended', async () => {
    localStorage.setItem('access_token', 'a');
    localStorage.setItem('refresh_token', 'r');
    renderPage(<ResetPasswordPage />, {
      path: '/reset-password#token=link',
      fetch: ({ path }) =>
        path === '/auth/password/reset'
          ? { status: 204 }
          : path === '/auth/me'
            ? { body: { id: 2 } }
            : { status: 401 },
    });
    await change('huit mots');
    await screen.findByRole('heading', { name: 'Votre mot de passe est changé' });
    await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
  });
});
