import { type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotMePage } from './not-me-page';

const page = (answer: Answer, path = '/not-me#token=7.mac') =>
  renderPage(<NotMePage />, { path, fetch: () => answer });
const disown = () => userEvent.click(screen.getByRole('button', { name: /^Ce n’était pas moi/ }));

it('acts only on click, since mail scanners open links, and needs no session', async () => {
  const { calls, place } = page({ status: 204 });
  await waitFor(() => expect(place()).toBe('/not-me'));
  expect(calls).toEqual([]);
  await disown();
  expect(await screen.findByRole('heading', { name: 'Votre compte est protégé' })).toHaveFocus();
  expect(calls).toMatchObject([{ method: 'POST', path: '/auth/not-me', body: { token: '7.mac' } }]);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

it('reports a used link, and offers another way to a new password', async () => {
  page({ status: 422, body: { code: 'SIGN_IN_LINK_INVALID', error: 'Ce lien n’est plus valable.' } });
  await disown();
  expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Mot de passe oublié' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});
