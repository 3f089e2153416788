import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { publishLiveEvent } from '@bank/client/live-events';
import { CasesPage } from './cases-page';

signInBeforeEach();

const summary = {
  id: 7,
  reference: 'DO-7',
  kind: 'card_purchase',
  topic: 'not_me',
  label: 'Achat inconnu',
  customer: { id: 12, name: 'Zoé Martin' },
  amount: 24,
  currency: 'EUR',
  state: 'open',
  decision: null,
  assignee: null,
  version: 1,
  created_at: '2026-11-01T10:00:00.000Z',
  due_at: '2026-11-20T10:00:00.000Z',
};

/** The queue, over a server that gives these cases. */
async function open(cases: object[], path = '/admin/cases') {
  renderPage(<CasesPage />, {
    path,
    fetch: ({ path: asked }) => {
      if (asked === '/auth/me') return { body: { id: 1, role: 'admin' } };
      if (asked.startsWith('/admin/views')) return { body: { views: [] } };
      return { body: { cases, pagination: { page: 1, limit: 20, total: 1, pages: 1 }, open: 1 } };
    },
  });
  await screen.findByRole('link', { name: 'Achat inconnu' });
}
const hear = (id: number, status?: 'open' | 'decided') =>
  act(() => publishLiveEvent({ type: 'case_queue', data: { id, ...(status && { status }) } }));

it('counts new cases, and lists them after events may have been missed', async () => {
  const cases = [summary];
  await open(cases);
  hear(8, 'open');
  expect(screen.getByText('1 nouveau dossier')).toBeVisible();
  cases.push({ ...summary, id: 8, reference: 'DO-8', label: 'Frais contestés' });
  act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
  expect(await screen.findByRole('link', { name: 'Frais contestés' })).toBeVisible();
  expect(screen.queryByText('1 nouveau dossier')).not.toBeInTheDocument();
});

it('counts a new case that is written in, and no older one', async () => {
  await open([summary]);
  hear(8, 'open');
  hear(8);
  hear(9);
  expect(screen.getByText('1 nouveau dossier')).toBeVisible();
  hear(8, 'decided');
  expect(screen.queryByText('1 nouveau dossier')).not.toBeInTheDocument();
});

it.each(['kind=appeal', 'due=overdue', 'mine=mine', 'state=decided'])(
  'counts no new case where its event does not show whether %s lists it',
  async (filter) => {
    await open([summary], `/admin/cases?${filter}`);
    hear(8, 'open');
    expect(screen.queryByText('1 nouveau dossier')).not.toBeInTheDocument();
  },
);
