import { type Answer, renderPage, type Server } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { CardsPage } from './cards-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const card = {
  id: 1,
  card_number: '**** **** **** 7399',
  type: 'elite',
  brand: 'Mastercard',
  status: 'blocked',
  virtual: true,
  expiry_date: '2029-11-30',
  monthly_limit: 3000,
  last_used: null,
};
const list =
  (...cards: unknown[]): Server =>
  () => ({ body: { cards } });

it('shows each card with what its holder needs to know', async () => {
  renderPage(<CardsPage />, { fetch: list(card) });
  const item = within((await screen.findByRole('heading', { level: 2 })).closest('li')!);
  expect(item.getByRole('heading')).toHaveTextContent('Mastercard ••••7399');
  expect(item.getByText('Bloquée')).toBeInTheDocument();
  expect(item.getAllByText('Elite (Business)')).not.toHaveLength(0);
  expect(item.getByText('11/29')).toBeInTheDocument();
  expect(item.getByText('30 nov. 2029')).toBeInTheDocument();
  expect(item.getByText(/^3\s000,00\s€$/)).toBeInTheDocument();
  expect(item.getByText('Virtuelle')).toBeInTheDocument();
  expect(item.getByText('Jamais')).toBeInTheDocument();
  expect(document.body.textContent).not.toContain('*');
});

it('offers the first card to whoever has none', async () => {
  const { place } = renderPage(<CardsPage />, { path: '/dashboard/cards', fetch: list() });
  expect(
    await screen.findByText("Vous n'avez pas encore de carte PCS associée à ce compte."),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Créer une carte' }));
  expect(place()).toBe('/dashboard/cards?action=create-card');
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
});

it.each([
  ['Impossible de récupérer les cartes', () => ({ status: 500 })],
  [
    'Erreur de connexion',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('says "%s" and tries again', async (message, fail) => {
  let isDown = true;
  renderPage(<CardsPage />, { fetch: (call) => (isDown ? fail() : list(card)(call)) });
  expect(await screen.findByText(message)).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Bloquée')).toBeInTheDocument();
});

it('shows another status only once the server has agreed', async () => {
  let answer: () => ReturnType<Server> = () => ({ status: 500 });
  const { calls } = renderPage(<CardsPage />, {
    fetch: (call) => (call.method === 'PUT' ? answer() : list(card)(call)),
  });
  const unblock = await screen.findByRole('button', { name: 'Débloquer la carte ••••7399' });
  await userEvent.click(unblock);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Erreur lors de la modification du statut de la carte',
  );
  expect(screen.getByText('Bloquée')).toBeInTheDocument();
  let agree = (_: Answer) => {};
  answer = () => new Promise<Answer>((resolve) => (agree = resolve));
  await userEvent.click(unblock);
  expect(screen.getByText('Bloquée')).toBeInTheDocument();
  agree({ body: { success: true, card: { ...card, status: 'active' } } });
  expect(await screen.findByText('Active')).toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
    { path: '/carte/1/status', body: { status: 'active' } },
    { path: '/carte/1/status' },
  ]);
});
