import { type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmEmailPage } from './confirm-email-page';

const page = (answer: Answer, path = '/confirm-email#token=link') =>
  renderPage(<ConfirmEmailPage />, { path, fetch: () => answer });
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmer cette adresse' }));

it('confirms only on click, since mail scanners open links, and needs no session', async () => {
  const { calls, place } = page({ status: 204 });
  await waitFor(() => expect(place()).toBe('/confirm-email'));
  expect(calls).toEqual([]);
  await confirm();
  expect(await screen.findByRole('heading', { name: 'Votre adresse e-mail est confirmée' })).toHaveFocus();
  expect(calls).toMatchObject([{ method: 'POST', path: '/auth/email/confirm', body: { token: 'link' } }]);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

it('verifies the address of a sign-up by the same page', async () => {
  const { calls } = page({ status: 204 }, '/confirm-email#token=verify.link');
  expect(screen.getByText(/l’adresse de votre compte est bien la vôtre/)).toBeInTheDocument();
  await confirm();
  expect(await screen.findByText(/Votre dossier d’identité/)).toBeInTheDocument();
  expect(calls).toMatchObject([{ method: 'POST', path: '/auth/email/verify', body: { token: 'link' } }]);
});

it('reports a used link', async () => {
  page({ status: 422, body: { code: 'EMAIL_LINK_INVALID', error: 'Ce lien n’est plus valable.' } });
  await confirm();
  expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toHaveFocus();
});

it('reports an address that was taken meanwhile', async () => {
  const taken = 'Cette adresse e-mail est déjà utilisée.';
  page({ status: 409, body: { code: 'EMAIL_TAKEN', error: taken, fields: { email: taken } } });
  await confirm();
  expect(await screen.findByRole('alert')).toHaveTextContent(taken);
});

it('offers no confirmation without a token', () => {
  page({ status: 204 }, '/confirm-email');
  expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeInTheDocument();
});
