import {
  type Answer,
  marie,
  press,
  renderPage,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { CreateCard } from './create-card';

signInBeforeEach();

const card = {
  id: 9,
  card_number: '**** **** **** 4242',
  type: 'premium',
  brand: 'VISA',
  status: 'active',
  virtual: true,
  expiry_date: '2030-11-30',
  monthly_limit: 3000,
  last_used: null,
};
const verified = { ...marie, kyc_status: 'approved' };
const created = () => ({ status: 201, body: { success: true, card } });

function renderWith(...tries: (() => Answer)[]) {
  return renderPage(<CreateCard />, {
    path: '/dashboard?action=create-card',
    fetch: (call) => (call.path === '/auth/me' ? { body: verified } : (tries.shift() ?? unreachable)()),
  });
}

it('orders the chosen card, confirms it and links to the cards', async () => {
  const { sent, place } = renderWith(created);
  await userEvent.selectOptions(await screen.findByLabelText('Type de carte'), 'Premium');
  await userEvent.click(screen.getByLabelText('Carte virtuelle'));
  await press('Créer la carte');
  expect(await screen.findByText('Carte créée avec succès !')).toBeInTheDocument();
  expect(sent()).toMatchObject([
    { path: '/cards/create', body: { card_type: 'debit', type: 'premium', virtual: true } },
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Voir mes cartes' }));
  await waitFor(() => expect(place()).toBe('/dashboard/cards'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('offers an unverified customer a virtual card', async () => {
  const { sent } = renderPage(<CreateCard />, {
    path: '/dashboard?action=create-card',
    fetch: (call) => (call.path === '/auth/me' ? { body: { ...marie, kyc_status: 'pending' } } : created()),
  });
  expect(await screen.findByText(/seule une carte virtuelle/)).toBeInTheDocument();
  await press('Créer la carte');
  expect(await screen.findByText('Carte créée avec succès !')).toBeInTheDocument();
  expect(sent()).toMatchObject([{ path: '/cards/create', body: { virtual: true } }]);
});

it('explains that no more cards are created on this day, in the language of the moment, and keeps the choice', async () => {
  const body = { error: 'Trop de demandes à la fois. Attendez un instant.', code: 'TOO_MANY_REQUESTS' };
  renderWith(() => ({ status: 429, body, headers: { 'Retry-After': '3600' } }));
  await userEvent.selectOptions(await screen.findByLabelText('Type de carte'), 'Premium');
  await press('Créer la carte');
  const sentence = 'Toutes les cartes possibles en un jour sont créées. Réessayez plus tard.';
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByLabelText('Type de carte')).toHaveValue('premium');
  act(() => setLanguage('en'));
  expect(
    await screen.findByText('All the cards that one day allows have been created. Try again later.'),
  ).toBeInTheDocument();
});

it('keeps the choice after a failure and retries under the same key, in exact English', async () => {
  act(() => setLanguage('en'));
  const { calls } = renderWith(unreachable, () => ({ status: 500 }), created);
  await userEvent.selectOptions(await screen.findByLabelText('Card type'), 'Elite (Business)');
  const order = screen.getByRole('button', { name: 'Create the card' });
  await userEvent.click(order);
  expect(await screen.findByText('Failed to create card. Please try again.')).toBeInTheDocument();
  expect(screen.getByLabelText('Card type')).toHaveValue('elite');
  await userEvent.click(order);
  expect(await screen.findByText('Failed to create card')).toBeInTheDocument();
  await userEvent.click(order);
  expect(await screen.findByText('Card created successfully!')).toBeInTheDocument();
  const keys = calls.flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});
