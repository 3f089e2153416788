import { type Call, renderPage } from '../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config } from '../http/config';
import { LocalRemotes } from './local-remote';
import { clearTokens, writeTokens } from '../http/tokens';

const wish = { remote: 'cards', address: 'http://localhost:4103' };

afterEach(() => {
  delete config.local_remote_request;
  delete config.local_overrides;
  clearTokens();
});

/** The shell with a server that identifies the user, and fails for all other calls. */
function open(role?: 'user' | 'admin') {
  if (role) writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  return renderPage(<LocalRemotes />, {
    fetch: ({ path }) => (path === '/auth/me' ? { body: { id: 1, role } } : { status: 503 }),
  });
}
const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');
const button = (name: string) => screen.getByRole('button', { name });

it('shows nothing without local remotes', async () => {
  const { container } = open('admin');
  expect(container).toBeEmptyDOMElement();
});

it.each([undefined, 'user'] as const)(
  'tells %s that it is not theirs to allow, and asks nothing',
  async (role) => {
    config.local_remote_request = wish;
    const { calls } = open(role);
    const dialog = await screen.findByRole('dialog', { name: 'Ce module ne peut pas venir d’ailleurs' });
    expect(dialog).toHaveTextContent('charger cards depuis http://localhost:4103');
    await userEvent.click(screen.getAllByRole('button', { name: 'Fermer' })[1] as HTMLElement);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent(calls)).toEqual([]);
  },
);

it('asks an administrator, and reports a failure', async () => {
  config.local_remote_request = wish;
  const { calls } = open('admin');
  const question = await screen.findByRole('alertdialog', { name: /^Prendre cards sur votre machine/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Confirmer' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent(/pas pu être pris/);
  expect(sent(calls).map(({ path, body }) => [path, body])).toEqual([['/admin/local_remotes', wish]]);
  await userEvent.click(button('Annuler'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('names the local remotes, and resets them without a session', async () => {
  config.local_overrides = [wish];
  const { calls } = open();
  const badge = screen.getByRole('complementary', { name: 'Module de développement' });
  expect(badge).toHaveTextContent('cards vient de http://localhost:4103');
  await userEvent.click(button('Revenir au module publié'));
  expect(await screen.findByText('Le module publié n’a pas pu être repris. Réessayez.')).toBeInTheDocument();
  expect(sent(calls).map(({ path }) => path)).toEqual(['/remotes/local/reset']);
});
