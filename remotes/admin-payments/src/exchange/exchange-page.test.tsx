import {
  type Call,
  type Answer,
  expectRetry,
  press,
  refused,
  renderPage,
  rowOf,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { ExchangePage } from './exchange-page';

signInBeforeEach();

const state = {
  base: 'EUR',
  date: '2026-11-20',
  source: 'European Central Bank',
  age: 1,
  stale: false,
  fetched_at: '2026-11-20T15:10:00.000Z',
  configured: true,
  held: [] as string[],
  positions: [
    { currency: 'EUR', position: 100, income: 0, rate: 1, worth: 100 },
    { currency: 'AUD', position: 0, income: 0, rate: 1.6, worth: 0 },
    { currency: 'USD', position: -108.42, income: 0.54, rate: 1.0842, worth: -100 },
  ],
  realised: 0.5 as number | null,
  unrealised: 0 as number | null,
};
const admin = { id: 1, username: 'admin', role: 'admin', first_name: 'Claire', last_name: 'Fontaine' };
const server =
  (found: object = state, response: () => Answer = () => ({ body: state })) =>
  (call: Call): Answer => {
    if (call.path === '/auth/me') return { body: admin };
    return call.method === 'GET' ? { body: found } : response();
  };
const plain = (element: Element) => element.textContent?.replace(/\s/g, ' ');

it('shows source, age, results, and the positions that are not nothing', async () => {
  renderPage(<ExchangePage />, { fetch: server() });
  expect(plain(await screen.findByText(/^Source/))).toBe('Source : Banque centrale européenne');
  expect(screen.getByText('1 jour ouvré')).toBeInTheDocument();
  expect(plain(await rowOf('USD'))).toMatch(/1,0842.*−108,42.*−100,00 €.*0,54/);
  expect(screen.queryByRole('rowheader', { name: 'AUD' })).not.toBeInTheDocument();
});

it('warns about old and held rates, and about a missing source, without a figure that is not known', async () => {
  const worse = { ...state, stale: true, held: ['USD'], configured: false, realised: null };
  renderPage(<ExchangePage />, { fetch: server(worse) });
  expect(await screen.findByText(/le change est suspendu/)).toBeInTheDocument();
  expect(screen.getByText(/Cours retenus.*: USD\./)).toBeInTheDocument();
  expect(screen.getByText(/RATES_URL/)).toBeInTheDocument();
  expect(screen.getByText('Sans cours')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Chercher les cours' })).not.toBeInTheDocument();
});

it('has the rates fetched now, and reports when there are none', async () => {
  const answers: Answer[] = [refused(503, 'UNAVAILABLE', 'Réessayez.'), { body: state }];
  const { sent } = renderPage(<ExchangePage />, { fetch: server(state, () => answers.shift()!) });
  await press('Chercher les cours');
  expect(await screen.findByText('Les cours n’ont pas été reçus')).toBeInTheDocument();
  await press('Chercher les cours');
  expect(await screen.findByText(/que la source donne maintenant/)).toBeInTheDocument();
  expect(sent().map(({ path }) => path)).toEqual(['/admin/exchange/rates', '/admin/exchange/rates']);
});

it('retries after a failure', async () => {
  await expectRetry(<ExchangePage />, 'Impossible de récupérer les devises', {
    path: '/admin/exchange',
    fetch: server(),
  });
  expect(await rowOf('USD')).toBeInTheDocument();
});
