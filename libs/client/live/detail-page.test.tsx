import { screen } from '@testing-library/react';
import { type Answer, refused, renderPage } from '../../../tests/support/ui';
import { api } from '../http/api';
import { useQuery } from '../http/query';
import { writeTokens } from '../http/tokens';
import { DetailPage } from './detail-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const useThing = () => useQuery({ queryKey: ['thing'], queryFn: () => api.get<{ name: string }>('/thing') });

function Page() {
  const query = useThing();
  return (
    <DetailPage
      query={query}
      back={{ to: '/things', label: 'Toutes les choses' }}
      title="Chose"
      failed="Pas lue."
      missing="Inconnue."
      failure={query.isError && query.error.message === 'La vôtre.' && <p>À un collègue.</p>}
    >
      {({ name }) => <h1>{name}</h1>}
    </DetailPage>
  );
}
const open = (answer: () => Answer) =>
  renderPage(<Page />, { fetch: ({ path }) => (path === '/thing' ? answer() : { body: {} }) });

it('shows a heading and a loading state, then the item, below the way back', async () => {
  open(() => ({ body: { name: 'Livret' } }));
  expect(screen.getByRole('heading', { name: 'Chose' })).toBeInTheDocument();
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Livret' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Toutes les choses' })).toHaveAttribute('href', '/things');
});

it('reports a missing object without a retry', async () => {
  open(() => refused(404, 'NOT_FOUND', 'Introuvable.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Pas lue.Inconnue.');
  expect(screen.queryByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument();
});

it('reports other failures with a retry', async () => {
  open(() => refused(500, 'INTERNAL', 'Une erreur est survenue.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Pas lue.');
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeInTheDocument();
});

it('shows the words of its own for a failure that has some', async () => {
  open(() => refused(403, 'OWN', 'La vôtre.'));
  expect(await screen.findByText('À un collègue.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
