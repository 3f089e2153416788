import { type Call, renderPage } from '../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmPreviewPage, RedeemPreviewPage } from './preview-page';
import { Route, Routes } from '../hooks/router';
import { clearTokens, writeTokens } from '../http/tokens';

const version = '1.0.0-0123456789';
const release = { remote: 'cards', version, published_by: 'Cartes', hosts: ['shell', 'back-office'] };
const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');

afterEach(clearTokens);

/** The back-office's page with a server that identifies the user and starts no preview. */
function ask(role: 'user' | 'admin') {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const page = (
    <Routes>
      <Route path="/admin/preview/:remote/:version" element={<ConfirmPreviewPage />} />
    </Routes>
  );
  return renderPage(page, {
    path: `/admin/preview/cards/${version}`,
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: { id: 1, role } };
      return method === 'GET' ? { body: release } : { status: 503 };
    },
  });
}

it('shows an administrator the release and its publisher, and waits for confirmation', async () => {
  const { calls } = ask('admin');
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent(/^Montrer l’aperçu de cards/);
  expect(screen.getByText(/équipe Cartes/)).toBeInTheDocument();
  expect(screen.getByText(version)).toBeInTheDocument();
  expect(sent(calls)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Commencer sur le site client' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('L’aperçu n’a pas pu commencer');
  expect(sent(calls).map(({ path, body }) => [path, body])).toEqual([
    [`/admin/releases/cards/${version}/preview`, { site: 'shell' }],
  ]);
});

it('does not ask other users', async () => {
  const { calls } = ask('user');
  expect(await screen.findByText('Cet espace est réservé au personnel')).toBeInTheDocument();
  expect(calls.filter(({ path }) => path.startsWith('/admin'))).toEqual([]);
});

it('redeems the code of the address on the customer site only after confirmation', async () => {
  const text = btoa(JSON.stringify({ remote: 'cards', version }));
  const path = `/preview#${text}.seal`;
  const { calls } = renderPage(<RedeemPreviewPage />, { path, fetch: () => ({ status: 503 }) });
  expect(screen.getByText(version)).toBeInTheDocument();
  expect(location.hash).toBe('');
  expect(sent(calls)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Commencer sur le site client' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(sent(calls).map(({ path, body }) => [path, body])).toEqual([
    ['/remotes/preview', { code: `${text}.seal` }],
  ]);
});
