import { refused, renderPage } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Card } from '@bank/contracts/cards';
import { setLanguage } from '@bank/i18n/language';
import { CardControls } from './card-controls';

const limits = { per_payment: 500, per_day: 1_000, per_month: 3_000, cash_per_day: 300 };
const cardOf = (virtual: boolean) =>
  ({
    id: 4,
    virtual,
    limits,
    most: limits,
    channels: { online: true, contactless: true, cash: true, abroad: false },
  }) as Card;

it.each([
  [false, ['Paiements en ligne', 'Paiements sans contact', 'Retraits d’espèces', 'Paiements à l’étranger']],
  // Cash is withdrawn with a PIN, which a virtual card never has.
  [true, ['Paiements en ligne', 'Paiements sans contact', 'Paiements à l’étranger']],
])('switches every use by which the bank judges a card (virtual: %s)', (virtual, uses) => {
  renderPage(<CardControls card={cardOf(virtual)} />);
  for (const name of uses) expect(screen.getByRole('switch', { name })).toBeVisible();
  expect(screen.getAllByRole('switch')).toHaveLength(uses.length);
  expect(screen.queryAllByText(/distributeurs/i)).toHaveLength(virtual ? 0 : 2);
});

it('names the account’s limit as the most, and that of the card’s type as the one it starts with', () => {
  const most = { ...limits, per_payment: 3_000, per_day: 3_000 };
  const { unmount } = renderPage(<CardControls card={{ ...cardOf(false), most, defaults: limits }} />);
  const fieldOf = (label: string) => screen.getByRole('textbox', { name: label });
  expect(screen.getByText(/jusqu’aux plafonds de votre compte/)).toBeVisible();
  expect(fieldOf('Paiements par jour')).toHaveAccessibleDescription(
    /^Au plus 3\s000,00\s€ \(au départ 1\s000,00\s€\)$/,
  );
  expect(fieldOf('Paiements par mois')).toHaveAccessibleDescription(/^Au plus 3\s000,00\s€$/);
  unmount();
  // An older server names no start.
  renderPage(<CardControls card={{ ...cardOf(false), most }} />);
  expect(fieldOf('Paiements par jour')).toHaveAccessibleDescription(/^Au plus 3\s000,00\s€$/);
});

it('words a refused change in the language that is chosen afterwards', async () => {
  const reason = refused(422, 'INSUFFICIENT_FUNDS', 'Le solde ne permet pas cette opération.');
  renderPage(<CardControls card={cardOf(false)} />, {
    fetch: ({ method }) => (method === 'PUT' ? reason : { body: { cards: [cardOf(false)] } }),
  });
  const online = screen.getByRole('switch', { name: 'Paiements en ligne' });
  await userEvent.click(online);
  await screen.findAllByText(/rien n’a changé.*Le solde ne permet pas/i);
  act(() => setLanguage('en'));
  expect(await screen.findAllByText(/nothing was changed.*The balance does not allow/i)).toHaveLength(2);
  expect(screen.queryByText(/Le solde/)).toBeNull();
  act(() => setLanguage('fr'));
});
