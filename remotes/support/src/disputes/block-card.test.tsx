import { press, refused, renderPage } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { BlockCard } from './block-card';

afterEach(() => act(() => setLanguage('fr')));

it('shows why the card was not blocked, in the language of the moment', async () => {
  const card = { id: 3, card_number: '**** **** **** 7399', is_active: true };
  renderPage(<BlockCard card={card} transactionId={4} />, {
    fetch: () => refused(409, 'CARD_INACTIVE', 'Cette carte n’est plus utilisable.'),
  });
  await press('Bloquer cette carte maintenant');
  expect(await screen.findByText('Cette carte n’est plus utilisable.')).toBeVisible();
  act(() => setLanguage('en'));
  expect(await screen.findByText('This card can no longer be used.')).toBeVisible();
});
