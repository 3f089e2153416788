import { type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmEmailPage } from './confirm-email-page';

const page = (answer: Answer, path = '/confirm-email#token=link') =>
  renderPage(<ConfirmEmailPage />, { path, fetch: () => answer });
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmer cette adresse' }));

it('confirms by a press, so that a reader of mails which opens links does not, and without a session', async () => {
  const { calls, place } = page({ status: 204 });
  await waitFor(() => expect(place()).toBe('/confirm-email'));
  expect(calls).toEqual([]);
  await confirm();
  expect(await screen.findByRole('heading', { name: 'Votre adresse e-mail est confirmée' })).toHaveFocus();
  expect(calls).toMatchObject([{ method: 'POST', path: '/auth/email/confirm', body: { token: 'link' } }]);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

it('says that a link is spent', async () => {
  page({ status: 422, body: { code: 'EMAIL_LINK_INVALID', error: 'Ce lien n’est plus valable.' } });
  await confirm();
  expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toHaveFocus();
});

it('says that somebody took the address meanwhile', async () => {
  const taken = 'Cette adresse e-mail est déjà utilisée.';
  page({ status: 409, body: { code: 'EMAIL_TAKEN', error: taken, fields: { email: taken } } });
  await confirm();
  expect(await screen.findByRole('alert')).toHaveTextContent(taken);
});

it('has nothing to confirm without a token', () => {
  page({ status: 204 }, '/confirm-email');
  expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeInTheDocument();
});
