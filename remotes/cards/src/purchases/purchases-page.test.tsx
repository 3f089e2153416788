import {
  expectRetry,
  renderPage,
  rowOf,
  type Server,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PurchasesPage } from './purchases-page';

signInBeforeEach();

const purchase = {
  id: 1,
  card_id: 7,
  kind: 'purchase',
  channel: 'chip',
  state: 'cleared',
  code: '00',
  merchant: {
    name: 'Boulangerie du Port',
    city: 'Marseille',
    country: 'FR',
    category: 'groceries',
    mcc: '5411',
  },
  amount: 12.5,
  currency: 'EUR',
  account_amount: 12.5,
  account_currency: 'EUR',
  refunded: 0,
  reason: null,
  reason_text: null,
  created_at: '2026-11-22T09:30:00Z',
};
const card = (id: number) => ({ id, card_number: `**** **** **** 000${id}`, brand: 'VISA' });
const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
const server =
  (...purchases: unknown[]): Server =>
  ({ path }) => ({
    body: path.startsWith('/carte/purchases') ? { purchases, pagination } : { cards: [card(7), card(8)] },
  });

it('shows merchant, place, kind, state and both amounts', async () => {
  const abroad = {
    ...purchase,
    id: 2,
    currency: 'USD',
    amount: 20,
    account_amount: 18.54,
    state: 'approved',
  };
  const merchant = {
    ...purchase.merchant,
    name: 'Diner',
    city: null,
    country: 'US',
    category: 'restaurants',
  };
  renderPage(<PurchasesPage />, { fetch: server(purchase, { ...abroad, merchant }) });
  const bread = await rowOf(/Boulangerie du Port/);
  expect(bread).toHaveTextContent(/Marseille, France.*Courses.*22 nov. 2026, 10:30.*Payé.*−12,50\s€/);
  expect(await rowOf(/Diner/)).toHaveTextContent(
    /États-Unis.*Restaurants.*En attente.*−20,00\s\$US.*soit −18,54\s€/,
  );
});

it.each([
  ['per_day', 'Ouvrir la page de la carte', '/dashboard/cards/7'],
  ['level', 'Faire vérifier mon identité', '/kyc'],
  ['funds', 'Ajouter des fonds', '/dashboard?action=add-funds'],
  ['account', 'Écrire au support', '/contact'],
  ['expired', 'Voir mes cartes', '/dashboard/cards'],
])(
  'gives the reason of a payment declined for %s, and leads to what helps',
  async (reason, name, address) => {
    const declined = { ...purchase, state: 'declined', account_amount: 0, reason, reason_text: 'La raison.' };
    renderPage(<PurchasesPage />, { fetch: server(declined) });
    const row = await rowOf(/Boulangerie/);
    expect(row).toHaveTextContent(/La raison\..*Refusé.*12,50\s€/);
    expect(within(row).getByRole('link', { name })).toHaveAttribute('href', address);
  },
);

it('shows money that came back as incoming', async () => {
  renderPage(<PurchasesPage />, {
    fetch: server({ ...purchase, kind: 'refund' }, { ...purchase, id: 2, refunded: 4 }),
  });
  await screen.findAllByRole('rowheader');
  const [, refund, partly] = screen.getAllByRole('row');
  expect(refund).toHaveTextContent(/Remboursé.*\+12,50\s€/);
  expect(partly).toHaveTextContent(/Payé.*−12,50\s€4,00\s€ remboursés/);
});

it('lists one card by choice, whose address opens the same list', async () => {
  const { asked, place } = renderPage(<PurchasesPage />, { fetch: server(purchase) });
  await rowOf(/Boulangerie/);
  await userEvent.selectOptions(screen.getByLabelText('Carte'), 'VISA ••••0007');
  expect(place()).toBe('/?card_id=7');
  expect(asked('/carte/purchases')).toEqual(['/carte/purchases?page=1', '/carte/purchases?page=1&card_id=7']);
});

it.each([
  ['', /Chaque paiement apparaît ici/],
  ['?card_id=7', /Choisissez une autre carte/],
])('has words for an empty list at "%s"', async (query, message) => {
  renderPage(<PurchasesPage />, { path: `/${query}`, fetch: server() });
  expect(await screen.findByText('Aucun achat par carte')).toBeInTheDocument();
  expect(screen.getByText(message)).toBeInTheDocument();
});

it.each([
  ['Impossible de récupérer les achats', () => ({ status: 500 })],
  ['Erreur de connexion', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  await expectRetry(<PurchasesPage />, message, { path: '/', fetch: server(purchase), fail });
  expect(await rowOf(/Boulangerie/)).toBeInTheDocument();
});
