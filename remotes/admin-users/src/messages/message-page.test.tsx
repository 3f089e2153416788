import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { Route, Routes } from '@bank/client/router';
import { MessagePage } from './message-page';

signInBeforeEach();

const message = {
  id: 6,
  purpose: 'service',
  state: 'awaiting',
  title: { fr: 'Du nouveau', en: 'News' },
  text: { fr: 'Bonjour.', en: 'Hello.' },
  segment: { level: 'all', language: 'all', product: 'all' },
  channels: ['email', 'sms'],
  per_minute: 600,
  author: 'Claire Martin',
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  recipients: 0,
  report: [],
};
const page = (
  <Routes>
    <Route path="/admin/messages/:id" element={<MessagePage />} />
  </Routes>
);

it('shows the channels of a message to its approver', async () => {
  renderPage(page, {
    path: '/admin/messages/6',
    fetch: ({ path }) => ({ body: path === '/auth/me' ? { id: 1, role: 'admin' } : message }),
  });
  const ways = await screen.findByText('Aussi par');
  expect(ways.nextElementSibling).toHaveTextContent('E-mail, SMS');
});

it('names the recipients so that each word stands by itself', async () => {
  const segment = { level: 'approved', language: 'en', product: 'card' };
  renderPage(page, {
    path: '/admin/messages/6',
    fetch: ({ path }) => ({ body: path === '/auth/me' ? { id: 1, role: 'admin' } : { ...message, segment } }),
  });
  expect(await screen.findByText('Identité vérifiée · Langue anglaise · Une carte active')).toBeVisible();
});
