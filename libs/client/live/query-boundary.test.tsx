import { type Answer, renderPage } from '../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../http/api';
import { QueryBoundary } from './query-boundary';
import { useQuery } from '../http/query';
import { writeTokens } from '../http/tokens';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

function Page() {
  const query = useQuery({ queryKey: ['thing'], queryFn: () => api.get<{ name: string }>('/thing') });
  return (
    <QueryBoundary query={query} rows={2} failed="Pas lu." message="Réessayez plus tard." missing="Inconnu.">
      {({ name }) => name}
    </QueryBoundary>
  );
}
const open = (answer: () => Answer) =>
  renderPage(<Page />, { fetch: ({ path }) => (path === '/thing' ? answer() : { body: {} }) });

it('shows a loading state, then the data', async () => {
  open(() => ({ body: { name: 'Livret' } }));
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  expect(await screen.findByText('Livret')).toBeInTheDocument();
});

it('reports a failed fetch, and retries', async () => {
  let isDown = true;
  open(() => (isDown ? { status: 500 } : { body: { name: 'Livret' } }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Pas lu.Réessayez plus tard.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Livret')).toBeInTheDocument();
});

it.each([404, 400])('offers no retry for an unknown address (%d)', async (status) => {
  open(() => ({ status }));
  expect(await screen.findByText('Inconnu.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
