import {
  expectRetry,
  marie,
  renderPage,
  rowOf,
  type Server,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RatesPage } from './rates-page';

signInBeforeEach();

const rates = {
  base: 'EUR',
  date: '2026-11-20',
  source: 'European Central Bank',
  stale: false,
  rates: { USD: 1.0842, JPY: 163.4 } as Record<string, number>,
};
const days = [
  { date: '2026-11-18', rate: 1.07 },
  { date: '2026-11-19', rate: 1.0911 },
  { date: '2026-11-20', rate: 1.0842 },
];
const server =
  (published: object = rates, history: object[] = days): Server =>
  ({ path }) => {
    if (path === '/auth/me') return { body: marie };
    if (path === '/rates') return { body: published };
    return { body: { currency: path.slice(-3), rates: history } };
  };
const plain = (element: HTMLElement) => element.textContent?.replace(/\s/g, ' ');

it('shows the day and source of the rates, and each in both directions', async () => {
  renderPage(<RatesPage />, { fetch: server() });
  expect(plain(await screen.findByText(/^Cours du/))).toBe(
    'Cours du 20 nov. 2026, source : Banque centrale européenne.',
  );
  const table = within(screen.getByRole('table', { name: 'Toutes les devises' }));
  expect(table.getByRole('row', { name: /USD/ })).toHaveTextContent(/1,0842.*0,922339/);
});

it('draws the last 90 days with a table of all values, of the chosen currency', async () => {
  const { asked } = renderPage(<RatesPage />, { fetch: server() });
  expect(await screen.findByRole('img', { name: /^Pour 1\s€, de 1,07 USD le 18\snov/ })).toBeInTheDocument();
  expect(screen.getByText(/au plus haut 1,0911 USD le 19 nov/)).toBeInTheDocument();
  await userEvent.click(screen.getByText('Voir tous les cours'));
  expect(await rowOf(/18\snov/)).toHaveTextContent('1,07');
  await userEvent.selectOptions(screen.getByLabelText('Devise'), 'JPY');
  expect(await screen.findByRole('img', { name: /JPY/ })).toBeInTheDocument();
  expect(asked('/rates/history')).toEqual(['/rates/history?currency=USD', '/rates/history?currency=JPY']);
});

it('converts in the decimals of each currency, and ignores invalid amounts', async () => {
  renderPage(<RatesPage />, { fetch: server() });
  const field = await screen.findByLabelText('Montant');
  const result = () => plain(screen.getByText(/./, { selector: 'p[role=status]' }));
  expect(result()).toMatch(/^108,42/);
  await userEvent.selectOptions(screen.getByLabelText('Vers'), 'JPY');
  expect(result()).toMatch(/^16 340 /);
  await userEvent.selectOptions(screen.getByLabelText('De'), 'JPY');
  await userEvent.selectOptions(screen.getByLabelText('Vers'), 'EUR');
  expect(result()).toBe('0,61 €');
  for (const typed of ['0,5', '1e300', 'abc', '-5']) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect([typed, result()]).toEqual([typed, 'Saisissez un montant']);
  }
});

it('warns of rates that are too old, and of a missing history', async () => {
  renderPage(<RatesPage />, { fetch: server({ ...rates, source: 'built-in', stale: true }, []) });
  expect(await screen.findByText(/le change est suspendu/)).toBeInTheDocument();
  expect(screen.getByText(/fourni avec le logiciel/)).toBeInTheDocument();
  expect(await screen.findByText('Pas encore d’historique')).toBeInTheDocument();
});

it('retries after a failure', async () => {
  await expectRetry(<RatesPage />, 'Impossible de récupérer les cours', {
    path: '/dashboard/rates',
    fetch: server(),
    fail: (call) => (call.path === '/rates' ? { status: 500 } : server()(call)),
  });
  expect(await screen.findByText(/^Cours du/)).toBeInTheDocument();
});
