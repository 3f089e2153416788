import {
  type Answer,
  expectRetry,
  press,
  refused,
  renderPage,
  type Server,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishLiveEvent } from '@bank/client/live-events';
import { setLanguage } from '@bank/i18n/language';
import { CardsPage } from './cards-page';

signInBeforeEach();

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

it('shows each card with its state and limits', async () => {
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

it('shows that a card was sent as soon as its event comes, and no delivery once it is active', async () => {
  let state = 'ordered';
  renderPage(<CardsPage />, {
    fetch: () => ({ body: { cards: [{ ...card, status: 'active', virtual: false, state }] } }),
  });
  expect(await screen.findByText('En fabrication')).toBeVisible();
  const become = (next: string) =>
    act(() => {
      state = next;
      publishLiveEvent({ type: 'card', data: { id: card.id, status: 'active' } });
    });
  become('shipped');
  expect(await screen.findByText(/^En route\s: activez-la/)).toBeVisible();
  become('active');
  await waitFor(() => expect(screen.queryByText('Livraison')).toBeNull());
});

it('shows a status that it does not know as inactive', async () => {
  renderPage(<CardsPage />, { fetch: list({ ...card, status: 'of a newer server' }) });
  const item = within((await screen.findByRole('heading', { level: 2 })).closest('li')!);
  expect(item.getByText('Inactive')).toBeInTheDocument();
});

it('offers a first card to a customer without one', async () => {
  const { place } = renderPage(<CardsPage />, { path: '/dashboard/cards', fetch: list() });
  expect(
    await screen.findByText("Vous n'avez pas encore de carte PCS associée à ce compte."),
  ).toBeInTheDocument();
  await press('Créer une carte');
  expect(place()).toBe('/dashboard/cards?action=create-card');
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
});

it.each([
  ['Impossible de récupérer les cartes', () => ({ status: 500 })],
  ['Erreur de connexion', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  await expectRetry(<CardsPage />, message, { path: '/', fetch: list(card), fail });
  expect(await screen.findByText('Bloquée')).toBeInTheDocument();
});

it('shows another status only once the server has agreed', async () => {
  let response: () => ReturnType<Server> = () => ({ status: 500 });
  const { sent } = renderPage(<CardsPage />, {
    fetch: (call) => (call.method === 'PUT' ? response() : list(card)(call)),
  });
  const unblock = await screen.findByRole('button', { name: 'Débloquer la carte ••••7399' });
  await userEvent.click(unblock);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Erreur lors de la modification du statut de la carte',
  );
  expect(screen.getByText('Bloquée')).toBeInTheDocument();
  let agree = (_: Answer) => {};
  response = () => new Promise<Answer>((resolve) => (agree = resolve));
  await userEvent.click(unblock);
  expect(screen.getByText('Bloquée')).toBeInTheDocument();
  agree({ body: { success: true, card: { ...card, status: 'active' } } });
  expect(await screen.findByText('Active')).toBeInTheDocument();
  expect(sent()).toMatchObject([
    { path: '/carte/1/status', body: { status: 'active' } },
    { path: '/carte/1/status' },
  ]);
});

/** Presses the button of a card whose status another call changes while this one fails. */
async function unblockInVain(fail: () => Answer, meanwhile: string) {
  let status = 'blocked';
  renderPage(<CardsPage />, {
    fetch: ({ method }) => {
      if (method === 'GET') return { body: { cards: [{ ...card, status }] } };
      status = meanwhile;
      return fail();
    },
  });
  await press('Débloquer la carte ••••7399');
}

it('takes a status for changed that the server has, though its response was lost', async () => {
  await unblockInVain(unreachable, 'active');
  expect(await screen.findByText('Active')).toBeInTheDocument();
  expect(await screen.findByText('La carte ••••7399 est débloquée.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows the new state of a card beside the reason why it was not changed', async () => {
  await unblockInVain(() => refused(409, 'CARD_INACTIVE', 'Cette carte n’est plus utilisable.'), 'inactive');
  expect(await screen.findByText('Inactive')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Cette carte n’est plus utilisable.');
  expect(screen.queryByRole('button', { name: /^Débloquer/ })).not.toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByText('This card can no longer be used.')).toBeInTheDocument();
  act(() => setLanguage('fr'));
});
