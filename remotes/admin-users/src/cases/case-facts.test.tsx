import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import type { StaffCase } from '@bank/contracts/cases';
import { CaseFacts } from './case-facts';

signInBeforeEach();

const found = {
  kind: 'identity',
  topic: 'duplicate',
  customer: { id: 4, name: 'Anne Durand' },
  amount: null,
  currency: null,
  assignee: null,
  created_at: '2026-11-20T10:00:00.000Z',
  due_at: '2026-11-27T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
  links: [
    { type: 'submission', id: 31, label: '' },
    { type: 'customer', id: 17, label: '' },
    { type: 'card', id: 5, label: '•••• 1234' },
  ],
} as unknown as StaffCase;
const show = (user: object) =>
  renderPage(<CaseFacts found={found} />, { fetch: () => ({ body: { id: 1, role: 'admin', ...user } }) });

it('leads to the identity file where the case is decided, and to the other customer', async () => {
  show({});
  expect(await screen.findByRole('link', { name: '31' })).toHaveAttribute(
    'href',
    '/admin/kyc?status=all&submission=31',
  );
  expect(screen.getByRole('link', { name: '17' })).toHaveAttribute('href', '/admin/users/17');
  expect(screen.getByText('•••• 1234')).toBeVisible();
});

it('leads to no page that the reader’s staff roles do not show', async () => {
  show({ staff_permissions: { read: ['cases:manage', 'users:manage'], change: [] } });
  expect(await screen.findByRole('link', { name: '17' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: '31' })).toBeNull();
});
