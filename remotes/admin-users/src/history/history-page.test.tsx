import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HistoryPage } from './history-page';

signInBeforeEach();

const none = { logs: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } };

it('finds a card by its last digits, and names the reference of which the log has nothing', async () => {
  const asked: string[] = [];
  renderPage(<HistoryPage />, {
    path: '/admin/history',
    fetch: ({ path }) => {
      if (!path.startsWith('/admin/logs/history')) return { body: { id: 1, role: 'admin' } };
      asked.push(String(new URL(path, 'https://bank.example').searchParams.get('about')));
      return { body: none };
    },
  });
  await userEvent.type(await screen.findByLabelText('Référence de l’objet'), 'card:4242{Enter}');
  expect(await screen.findByText(/Aucune ligne du journal ne parle de/)).toHaveTextContent('card:•••• 4242');
  expect(asked).toEqual(['card:•••• 4242']);
});
