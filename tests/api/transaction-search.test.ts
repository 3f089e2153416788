/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { searchedMovements } from '../../libs/contracts/transactions';
import { parisDay, startOfParisDay } from '../../bff/src/platform/time/paris-day';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { insertDeposits, insertMovement } from '../support/movements';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';

interface Listed {
  transactions: { id: number; description: string; reference: string }[];
  pagination: { total: number };
}

const { bank, database } = sharedBank();
const today = parisDay(new Date());

async function search(who: SignedIn, query: Record<string, string>) {
  const { status, body } = await call<Listed>(
    'GET',
    `${bank.shellUrl}/api/user/transactions?${String(new URLSearchParams(query))}`,
    { token: who.token },
  );
  expect(status).toBe(200);
  return body;
}
const found = async (who: SignedIn, query: Record<string, string>) =>
  (await search(who, query)).transactions.map(({ description }) => description);

async function accountOf({ id }: SignedIn): Promise<number> {
  const [row] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [id]);
  return Number(row?.id);
}

const addFunds = ({ token }: SignedIn, amount: number) =>
  call('POST', `${bank.shellUrl}/api/balance/update`, { token, body: { amount, type: 'add' } });

const detailOf = (who: SignedIn, id: unknown) =>
  call('GET', `${bank.shellUrl}/api/user/transactions/${String(id)}/details`, { token: who.token });

it('reads a day, and lists a movement once that matches in two ways', async () => {
  const anna = await newCustomer(bank.shellUrl);
  const account = await accountOf(anna);
  await insertMovement(database, account, {
    reference: 'TR-PRESS0',
    kind: 'deposit',
    description: 'Ajout',
    amount: 50_000,
    at: startOfParisDay(addDays(today, -100)),
  });
  const shop = { kind: 'card', description: 'Presse 61,78', amount: -6_178 };
  await insertMovement(database, account, {
    ...shop,
    reference: 'TR-PRESS1',
    at: startOfParisDay(addDays(today, -1)),
  });
  const [, month = '', day = ''] = addDays(today, -10).split('-');
  await insertMovement(database, account, {
    ...shop,
    reference: 'TR-PRESS2',
    description: 'Café',
    at: startOfParisDay(addDays(today, -10)),
  });
  expect(await found(anna, { search: 'hier' })).toEqual(['Presse 61,78']);
  expect(await found(anna, { search: 'Yesterday', amountMax: '61,77' })).toEqual([]);
  expect(await found(anna, { search: `${day}/${month}` })).toEqual(['Café']);
  const twice = await search(anna, { search: '61,78' });
  expect(twice.pagination.total).toBe(2);
  expect(twice.transactions.map(({ description }) => description)).toEqual(['Presse 61,78', 'Café']);
});

it('looks for a text in the newest movements, for an amount, a day and a reference in all', async () => {
  const busy = await newCustomer(bank.shellUrl);
  const account = await accountOf(busy);
  await insertMovement(database, account, {
    reference: 'TR-OLDFUNDS',
    kind: 'deposit',
    description: 'Ajout',
    amount: 100_000,
    at: startOfParisDay(addDays(today, -401)),
  });
  const old = { reference: 'TR-OLDRENT', kind: 'fee', description: 'Vieux loyer', amount: -74_500 };
  await insertMovement(database, account, { ...old, at: startOfParisDay(addDays(today, -400)) });
  const from = startOfParisDay(addDays(today, -20));
  await insertDeposits(database, account, { prefix: `B${busy.id}-`, count: searchedMovements, from });
  expect(await found(busy, { search: 'loyer' })).toEqual([]);
  expect(await found(busy, { search: 'loyer', dateTo: addDays(today, -300) })).toEqual(['Vieux loyer']);
  expect(await found(busy, { search: '745,00' })).toEqual(['Vieux loyer']);
  expect(await found(busy, { search: addDays(today, -400) })).toEqual(['Vieux loyer']);
  expect(await found(busy, { search: 'tr-oldrent' })).toEqual(['Vieux loyer']);
  expect(await found(busy, { amountMin: '700' })).toEqual([]);
  // One cent is the amount of every deposit: no more are counted than are searched.
  expect((await search(busy, { search: '0,01' })).pagination.total).toBe(searchedMovements);
}, 60_000);

describe('the details of a movement', () => {
  it('name the shop, its place and the amount there', async () => {
    await giveRates(database);
    const marie = await newCustomer(bank.shellUrl);
    await addFunds(marie, 200);
    const card = await newCard(bank, database, marie);
    const paid = {
      amount: '20.00',
      currency: 'USD',
      country: 'US',
      merchant: 'PAYPAL *BOOK BARN 0042',
    };
    const network = cardNetwork(bank);
    const reference = newReference();
    await network.authorize(card.plastic, { ...paid, reference });
    await network.post('clearings', network.clearing(card.plastic, reference, paid));
    const [row] = (await search(marie, { search: 'book barn' })).transactions;
    const { status, body } = await detailOf(marie, row?.id);
    expect([status, body]).toEqual([
      200,
      {
        purchase: {
          merchant: {
            name: 'Book Barn',
            city: 'Marseille',
            country: 'US',
            category: 'groceries',
            mcc: '5411',
          },
          amount: 20,
          currency: 'USD',
          card: { id: card.id, card_number: `**** **** **** ${card.plastic.PAN.slice(-4)}` },
        },
        counterparty: null,
      },
    ]);
    const stranger = await newCustomer(bank.shellUrl);
    expect((await detailOf(stranger, row?.id)).status).toBe(404);
  });

  it('name the other customer of a transfer, by first name and initial', async () => {
    const [from, to] = [
      await newCustomer(bank.shellUrl),
      await newCustomer(bank.shellUrl, { first_name: 'Paul', last_name: 'Nguyen' }),
    ];
    await addFunds(from, 50);
    await call('POST', `${bank.shellUrl}/api/balance/transfer`, {
      token: from.token,
      body: { recipient_id: to.id, amount: 12 },
    });
    const [sent, added] = (await search(from, {})).transactions;
    expect((await detailOf(from, sent?.id)).body).toEqual({
      purchase: null,
      counterparty: { recipient_id: to.id, name: 'Paul N.' },
    });
    expect((await detailOf(from, added?.id)).body).toEqual({ purchase: null, counterparty: null });
    expect((await detailOf(to, sent?.id)).status).toBe(404);
  });
});
