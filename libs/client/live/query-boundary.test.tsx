import { type Answer, refused, renderPage, unreachable } from '../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../http/api';
import { QueryBoundary, QueryFallback } from './query-boundary';
import { useQuery } from '../http/query';
import { writeTokens } from '../http/tokens';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const useThing = () => useQuery({ queryKey: ['thing'], queryFn: () => api.get<{ name: string }>('/thing') });

function Page() {
  const query = useThing();
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

it('adds to the page’s own words that the fault is the bank’s, with its reference', async () => {
  open(() => refused(500, 'INTERNAL', 'Une erreur est survenue.'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Pas lu\.Réessayez plus tard\. L’erreur vient de notre côté\..* cette référence : r\./,
  );
});

it('ends the page’s own words before it goes on', async () => {
  const Plain = () => (
    <QueryFallback query={useThing()} rows={1} failed="Erreur" message="Failed to fetch payments" />
  );
  renderPage(<Plain />, { fetch: () => refused(500, 'INTERNAL', 'Une erreur.') });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to fetch payments. L’erreur vient de notre côté.',
  );
});

it('speaks of the connection without a response only, and names the reference of a fault', async () => {
  const Plain = () => <QueryFallback query={useThing()} rows={1} failed="Pas lu." />;
  const said = async (answer: () => Answer) => {
    const { unmount } = renderPage(<Plain />, { fetch: ({ path }) => (path === '/thing' ? answer() : {}) });
    const { textContent } = await screen.findByRole('alert');
    unmount();
    return textContent;
  };
  expect(await said(unreachable)).toContain('Vérifiez votre connexion, puis réessayez.');
  const faults = [
    refused(500, 'INTERNAL', 'Une erreur est survenue de notre côté. Réessayez dans un instant.'),
    { status: 504, headers: { 'X-Request-Id': 'r' } },
    { status: 200, body: undefined, headers: { 'X-Request-Id': 'r' } },
  ];
  for (const fault of faults) {
    const text = await said(() => fault);
    expect(text).toMatch(/de notre côté.*cette référence\u00a0: r\./);
    expect(text).not.toMatch(/connexion/i);
  }
  expect(await said(() => refused(429, 'TOO_MANY_REQUESTS', 'Trop de demandes.'))).toContain(
    'Pas lu.Trop de demandes.',
  );
});

it.each([404, 400])('offers no retry for an unknown address (%d)', async (status) => {
  open(() => ({ status }));
  expect(await screen.findByText('Inconnu.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
