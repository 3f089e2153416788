import {
  expectRetry,
  renderPage,
  type Server,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { fireEvent, screen, within } from '@testing-library/react';
import { SpendingPage } from './spending-page';

signInBeforeEach();

const month = (name: string, groceries = 0, cash = 0, refunded = 0) => ({
  month: name,
  spent: groceries + cash,
  refunded,
  categories: [
    { category: 'groceries', spent: groceries, refunded },
    { category: 'cash', spent: cash, refunded: 0 },
  ].filter(({ spent }) => spent > 0),
});
const spending =
  (...months: unknown[]): Server =>
  ({ path }) => ({ body: path.startsWith('/carte/spending') ? { currency: 'EUR', months } : { cards: [] } });
const year = spending(month('2026-09'), month('2026-10', 300, 100), month('2026-11', 30, 90, 5));

it('shows the categories of the month that the arrow keys, the mouse or a finger come to', async () => {
  renderPage(<SpendingPage />, { fetch: year });
  const slider = await screen.findByRole('slider', { name: 'Mois affiché' });
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^novembre 2026\s:\s120,00\s€$/));
  const list = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(list()).toEqual([
    expect.stringMatching(/^Retraits75,0\s% du mois90/),
    expect.stringMatching(/^Courses/),
  ]);
  expect(screen.getByText(/Le montant de 5,00\s€ vous a été remboursé/)).toBeInTheDocument();
  fireEvent.change(slider, { target: { value: '1' } });
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^octobre 2026\s:\s400,00\s€$/));
  expect(screen.getByRole('heading', { level: 2, name: /Catégories en octobre 2026/ })).toBeInTheDocument();
  expect(list()[0]).toMatch(/^Courses/);
  const bars = slider.parentElement!;
  bars.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
  fireEvent(bars, new MouseEvent('pointermove', { clientX: 110, bubbles: true }));
  expect(slider).toHaveValue('0');
  expect(screen.getByText('Aucune dépense ce mois-ci.')).toBeInTheDocument();
  fireEvent(bars, new MouseEvent('pointerdown', { clientX: 900, bubbles: true }));
  expect(slider).toHaveValue('2');
});

it('has every figure in a table, and names the highest month for those who do not see the bars', async () => {
  renderPage(<SpendingPage />, { fetch: year });
  const picture = await screen.findByRole('img');
  expect(picture.getAttribute('aria-label')).toMatch(
    /septembre 2026 à novembre 2026.*octobre 2026, 400,00\s€/,
  );
  for (const line of ['400 €', '200 €', '0 €']) expect(screen.getByText(line)).toBeInTheDocument();
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
    'Mois',
    'novembre 2026',
    'octobre 2026',
    'septembre 2026',
  ]);
  expect(rows[1]?.textContent).toMatch(/120,00\s€5,00\s€Courses30,00\s€Retraits90,00\s€/);
});

it('offers nothing to compare without any spending', async () => {
  renderPage(<SpendingPage />, { fetch: spending(month('2026-10'), month('2026-11')) });
  expect(await screen.findByText('Aucune dépense par carte sur douze mois')).toBeInTheDocument();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

it.each([
  ['Impossible de récupérer vos dépenses', () => ({ status: 500 })],
  ['Erreur de connexion', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  await expectRetry(<SpendingPage />, message, { path: '/', fetch: year, fail });
  expect(await screen.findByRole('slider')).toBeInTheDocument();
});

it('asks for the card of the address only', async () => {
  const { asked } = renderPage(<SpendingPage />, { path: '/?card_id=7', fetch: year });
  await screen.findByRole('slider');
  expect(asked('/carte/spending')).toEqual(['/carte/spending?months=12&card_id=7']);
});
