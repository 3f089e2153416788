/** @jest-environment ./tests/support/bank-environment.ts */
import type { CardPurchaseList } from '@bank/contracts/card-purchases';
import type { CardSpending } from '@bank/contracts/card-spending';
import { lastMonths, spendingQuery } from '../../bff/src/money/card-payments/spending.service';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { cardNetwork, newCard, type PaymentOptions } from '../support/card-network';
import { newCustomer, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const network = () => cardNetwork(bank);
let marie: NewCustomer;

const get = <Body>(route: string, who: { token: string } = marie) =>
  call<Body>('GET', `${bank.shellUrl}/api/${route}`, { token: who.token });
const spending = async (query = '') => (await get<CardSpending>(`carte/spending${query}`)).body;

beforeAll(async () => {
  await giveRates(database);
  marie = await newCustomer(bank.shellUrl);
  await call('POST', `${bank.shellUrl}/api/balance/update`, {
    token: marie.token,
    body: { amount: 2_000, type: 'add' },
  });
});

/** Pays and clears; returns the reference. */
async function buy(card: Awaited<ReturnType<typeof newCard>>, options: PaymentOptions): Promise<string> {
  const { reference } = await network().authorize(card.plastic, options);
  await network().post('clearings', network().clearing(card.plastic, reference, options));
  return reference;
}

it('sums the cards’ spending and refunds by month and kind of merchant', async () => {
  const [card, other] = [await newCard(bank, database, marie), await newCard(bank, database, marie)];
  const bread = await buy(card, { amount: '30.00', category: '5411' });
  await buy(card, { amount: '20.00', currency: 'USD', country: 'US', category: '5812' });
  await network().authorize(other.plastic, { amount: '5.00', category: '5499' });
  await network().authorize(other.plastic, { amount: '1999.00', category: '5411' });
  const { reference: gone } = await network().authorize(card.plastic, { amount: '8.00', category: '4111' });
  await network().post('reversals', network().reversal(gone));
  await network().post('refunds', network().refund(card.plastic, bread, { amount: '10.00' }));

  const { currency, months } = await spending();
  const month = parisDay(new Date()).slice(0, 7);
  expect([currency, months.length, months.at(-1)?.month]).toEqual(['EUR', 12, month]);
  const { body } = await get<CardPurchaseList>('carte/purchases');
  const meal = body.purchases.find(({ currency: paid }) => paid === 'USD')?.account_amount ?? 0;
  expect(meal).toBeGreaterThan(18);
  expect(months.at(-1)).toMatchObject({
    refunded: 10,
    categories: [
      { category: 'groceries', spent: 35, refunded: 10 },
      { category: 'restaurants', spent: meal, refunded: 0 },
    ],
  });
  expect(months.at(-1)?.spent).toBeCloseTo(35 + meal, 2);
  expect(months.slice(0, -1).every(({ spent, categories }) => spent === 0 && categories.length === 0)).toBe(
    true,
  );
  expect((await spending(`?months=1&card_id=${other.id}`)).months).toMatchObject([{ spent: 5, refunded: 0 }]);
  expect(body.purchases.map(({ refunded }) => refunded)).toEqual([0, 0, 0, 0, 10]);
});

it('shows a refund without a purchase with its amount', async () => {
  const card = await newCard(bank, database, marie);
  await network().post('refunds', network().refund(card.plastic, undefined, { amount: '7.50' }));
  const { body } = await get<CardPurchaseList>(`carte/purchases?card_id=${card.id}`);
  expect(body.purchases).toMatchObject([{ kind: 'refund', amount: 7.5, account_amount: 7.5, refunded: 7.5 }]);
});

it('is the caller’s alone, and bounded', async () => {
  const paul = await newCustomer(bank.shellUrl);
  const card = await newCard(bank, database, marie);
  await buy(card, { amount: '1.00' });
  const { status, body } = await get<CardSpending>(`carte/spending?card_id=${card.id}&months=2`, paul);
  expect([status, body.months.map(({ spent }) => spent)]).toEqual([200, [0, 0]]);
  expect((await get<CardPurchaseList>(`carte/purchases?card_id=${card.id}`, paul)).body.purchases).toEqual(
    [],
  );
  for (const query of ['months=0', 'months=14', 'months=x', 'card_id=0', 'year=2026']) {
    expect([query, (await get(`carte/spending?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await call('GET', `${bank.shellUrl}/api/carte/spending`)).status).toBe(401);
});

it('counts by months of Paris, also over a change of the clock and of the year', () => {
  const months = lastMonths('2027-01-31', 4);
  expect(months.map(({ name }) => name)).toEqual(['2026-10', '2026-11', '2026-12', '2027-01']);
  expect(months[0]?.start.toISOString()).toBe('2026-09-30T22:00:00.000Z');
  expect(months[1]?.start.toISOString()).toBe('2026-10-31T23:00:00.000Z');
  expect(months.slice(0, -1).map(({ end }) => end)).toEqual(months.slice(1).map(({ start }) => start));
});

it('reads the months of one account from an index, whatever the bank and the customer bought', async () => {
  const months = lastMonths(parisDay(new Date()), 12);
  const [account] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [marie.id]);
  const [sql, values] = spendingQuery(Number(account?.id), months, null);
  const plan = await database.rows(`EXPLAIN ${sql}`, values);
  const purchases = plan.filter(({ table }) => table === 'card_purchases');
  expect(purchases).toHaveLength(12);
  for (const { type, key, Extra } of purchases) {
    expect([type, key]).toEqual(['range', 'card_purchases_spent']);
    expect(String(Extra)).toContain('Using index');
  }
  const bookings = plan.filter(({ table }) => table === 'b');
  expect(bookings.map(({ type, key }) => `${String(type)} ${String(key)}`)).toEqual(
    Array(12).fill('range card_bookings_back'),
  );
});
