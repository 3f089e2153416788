import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { Route, Routes } from '@bank/client/router';
import { UserPage } from './user-page';

signInBeforeEach();

const paul = { id: 2, first_name: 'Paul', last_name: 'Nadir', email: 'p@example.org', phone: null };
const file = { accounts: [], payments: null, submissions: null, cases: null, tickets: null, sessions: [] };
const card = { id: 1, brand: 'VISA', status: 'active', blocked_by_bank: false };
const cards = [
  { ...card, card_number: '**** 1111', state: 'active' },
  { ...card, id: 2, card_number: '**** 2222', state: 'expired' },
  { ...card, id: 3, card_number: '**** 3333', status: 'blocked', state: 'blocked', blocked_by_bank: true },
  { ...card, id: 4, card_number: '**** 4444', status: 'inactive', state: 'lost', blocked_by_bank: true },
];
const bodies: Record<string, object> = {
  '/auth/me': { id: 1, role: 'admin', staff_permissions: { read: ['users:manage'], change: [] } },
  '/admin/users/2': { ...paul, status: 'active', kyc_status: 'approved' },
  '/admin/users/2/file': file,
  '/admin/users/2/cards': { cards, purchases: [] },
};

const show = (user: object = {}, statuses: Record<string, number> = {}) =>
  renderPage(
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    {
      path: '/admin/users/2',
      fetch: ({ path }) => ({
        status: statuses[path] ?? 200,
        body: { ...bodies[path], ...(path === '/admin/users/2' ? user : {}) },
      }),
    },
  );

it.each([
  [null, 'n°\u00a02 · p@example.org'],
  ['+33 6 39 98 10 02', 'n°\u00a02 · p@example.org · +33\u00a06\u00a039\u00a098\u00a010\u00a002'],
])('names the person with the telephone %j, whose number no line tears apart', async (phone, line) => {
  show({ phone });
  const lead = await screen.findByText(/p@example\.org/);
  expect(lead.firstChild?.textContent).toBe(line);
});

it('states of each card what it can do', async () => {
  show();
  const states = [
    ['1111', 'Active'],
    ['2222', 'Expirée'],
    ['3333', 'Bloquée par la banque'],
    ['4444', 'Perdue ou volée'],
  ] as const;
  for (const [number, state] of states) {
    const name = await screen.findByRole('link', { name: new RegExp(number) });
    expect(name.closest('li')).toHaveTextContent(state);
  }
});

it('states that the cards could not be loaded, not that there are none', async () => {
  show({}, { '/admin/users/2/cards': 404 });
  expect(await screen.findByText('Les cartes n’ont pas pu être chargées')).toBeVisible();
});

it('leads back from a person who does not exist, with nothing to try again', async () => {
  show({}, { '/admin/users/2': 404, '/admin/users/2/file': 404 });
  expect(await screen.findByText('Ce client n’existe pas.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Tous les utilisateurs' })).toHaveAttribute('href', '/admin/users');
});
