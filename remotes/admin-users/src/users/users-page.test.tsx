import { type Call, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { UsersPage } from './users-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const marie = {
  id: 2,
  email: 'marie@bankpcs.example',
  username: 'marie',
  first_name: 'Marie',
  last_name: 'Lefèvre',
  role: 'user',
  status: 'inactive',
  kyc_status: 'approved',
  balance: -499.99,
};
const list = (users: unknown[]) => ({
  body: { users, pagination: { page: 1, limit: 20, total: 203, pages: 11 } },
});
const asked = (calls: Call[]) => calls.map(({ path }) => path).filter((path) => path.startsWith('/admin'));

it('shows the specification’s columns', async () => {
  renderPage(<UsersPage />, { path: '/users', fetch: () => list([marie]) });
  const row = (await screen.findByRole('rowheader', { name: 'Lefèvre' })).closest('tr')!;
  expect(row).toHaveTextContent(/^2LefèvreMariemarie@bankpcs\.examplemarieClientInactifApprouvé−499,99\s€$/);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Nom',
    'Prénom',
    'E-mail',
    'Nom d’utilisateur',
    'Rôle',
    'Statut',
    'KYC',
    'Solde',
  ]);
});

it('says that it loads', () => {
  renderPage(<UsersPage />, { path: '/users', fetch: () => new Promise(() => undefined) });
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
});

it('keeps search, filters and page in the URL', async () => {
  const { calls, place } = renderPage(<UsersPage />, {
    path: '/users?page=3&role=user&kyc_status=verified',
    fetch: () => list([marie]),
  });
  await screen.findByRole('rowheader', { name: 'Lefèvre' });
  expect(asked(calls)).toEqual(['/admin/users?role=user&page=3']);
  await userEvent.selectOptions(screen.getByLabelText('Statut'), 'inactive');
  await userEvent.type(screen.getByLabelText('Rechercher'), 'lefè');
  await waitFor(() =>
    expect(asked(calls).at(-1)).toBe('/admin/users?search=lef%C3%A8&role=user&status=inactive&page=1'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Suivant' }));
  expect(place()).toContain('page=2');
  await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
  expect(place()).toBe('/users');
});

it('says in place of the table that the users did not come, and tries again', async () => {
  let isDown = true;
  renderPage(<UsersPage />, { path: '/users', fetch: () => (isDown ? { status: 500 } : list([marie])) });
  expect(await screen.findByText('Erreur lors du chargement des utilisateurs')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('rowheader', { name: 'Lefèvre' })).toBeInTheDocument();
});

it('says that nobody was found', async () => {
  renderPage(<UsersPage />, { path: '/users?search=zzz', fetch: () => list([]) });
  expect(await screen.findByText('Aucun utilisateur trouvé')).toBeInTheDocument();
});
