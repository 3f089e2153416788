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

it('states of each card what it can do', async () => {
  renderPage(
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    { path: '/admin/users/2', fetch: ({ path }) => ({ body: bodies[path] ?? {} }) },
  );
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
