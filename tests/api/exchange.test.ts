/** @jest-environment ./tests/support/bank-environment.ts */
import type { AccountList } from '../../libs/contracts/accounts';
import { currencies } from '../../libs/contracts/currencies';
import type { Exchanged, ExchangeState, Quote } from '../../libs/contracts/exchange';
import type { Rates } from '../../libs/contracts/rates';
import type { TransactionList } from '../../libs/contracts/transactions';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { giveRates } from '../support/rates';
import { until } from '../support/until';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const api = `${bank.shellUrl}/api`;

beforeAll(() => giveRates(database));

type Refusal = { code: string; fields?: Record<string, string> };
const ask = <Body = Refusal>(method: string, path: string, who: SignedIn, body?: unknown, key?: string) =>
  call<Body>(method, `${api}${path}`, {
    token: who.token,
    ...(body !== undefined && { body }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const accountsOf = async (who: SignedIn) => (await ask<AccountList>('GET', '/accounts', who)).body.accounts;
const balanceIn = async (who: SignedIn, wanted: string) =>
  (await accountsOf(who)).find(({ currency }) => currency === wanted)?.current_balance;
const order = (from: string, to: string, amount: unknown, side: unknown = 'sell') => ({
  from,
  to,
  amount,
  side,
});
const quoteOf = (who: SignedIn, body: object, key?: string) =>
  ask<Quote & Refusal>('POST', '/exchange/quotes', who, body, key);
const use = (who: SignedIn, quote_id: unknown, key?: string) =>
  ask<Exchanged & Refusal>('POST', '/exchange', who, { quote_id }, key);
const expire = (id: number, seconds = 1) =>
  database.rows('UPDATE exchange_quotes SET expires_at = UTC_TIMESTAMP(3) - INTERVAL ? SECOND WHERE id = ?', [
    seconds,
    id,
  ]);

/** A customer with 1 000 euros and empty accounts in other currencies. */
async function holderOf(...others: string[]) {
  const person = await newCustomer(bank.shellUrl);
  await ask('POST', '/balance/update', person, { amount: 1000, type: 'add' });
  for (const currency of others) await ask('POST', '/accounts', person, { currency });
  return person;
}

it('publishes the rates of the day without a session', async () => {
  const { status, body } = await call<Rates>('GET', `${api}/rates`);
  expect([status, body]).toMatchObject([
    200,
    { base: 'EUR', source: 'The test', stale: false, rates: { USD: 1.0842 } },
  ]);
  expect(Object.keys(body.rates)).toHaveLength(currencies.length - 1);
  const history = await call<{ rates: unknown[] }>('GET', `${api}/rates/history?currency=USD`);
  expect(history.body.rates.at(-1)).toEqual({ date: body.date, rate: 1.0842 });
  for (const query of ['', '?currency=EUR', '?currency=XOF', '?currency=USD&days=9']) {
    expect([query, (await call('GET', `${api}/rates/history${query}`)).status]).toEqual([query, 400]);
  }
});

describe('a quote', () => {
  it('has exact amounts of both sides, the rates, and the markup in percent', async () => {
    const person = await holderOf('USD', 'JPY');
    const { status, body } = await quoteOf(person, order('EUR', 'USD', 100));
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        rate: 1.078779,
        reference_rate: 1.0842,
        markup_percent: 0.5,
        sell: { amount: 100, currency: 'EUR' },
        buy: { amount: 107.88, currency: 'USD' },
        expires_at: expect.stringMatching(/Z$/) as string,
      },
    ]);
    const held = Date.parse(body.expires_at) - Date.now();
    expect(held > 25_000 && held <= 31_000).toBe(true);
    const bought = await quoteOf(person, order('EUR', 'USD', 100, 'buy'));
    expect(bought.body).toMatchObject({ sell: { amount: 92.7 }, buy: { amount: 100 } });
    expect((await quoteOf(person, order('JPY', 'USD', 1000))).body.buy).toEqual({
      amount: 6.6,
      currency: 'USD',
    });
  });

  it('is refused for amounts that cannot be exchanged', async () => {
    const person = await holderOf('USD', 'JPY', 'IDR', 'KRW');
    for (const [body, status, code] of [
      [order('EUR', 'USD', -5), 422, 'INVALID_FIELDS'],
      [order('EUR', 'USD', 0), 422, 'INVALID_FIELDS'],
      [order('EUR', 'USD', 0.001), 422, 'INVALID_FIELDS'],
      [order('EUR', 'USD', 1e300), 422, 'INVALID_FIELDS'],
      [order('JPY', 'EUR', 0.5), 422, 'INVALID_FIELDS'],
      [order('EUR', 'JPY', 100.5, 'buy'), 422, 'INVALID_FIELDS'],
      [order('EUR', 'EUR', 5), 422, 'INVALID_FIELDS'],
      [order('EUR', 'XOF', 5), 422, 'INVALID_FIELDS'],
      [order('EUR', 'USD', 5, 'both'), 422, 'INVALID_FIELDS'],
      [order('EUR', 'USD', '5'), 400, 'MALFORMED_REQUEST'],
      [order('EUR', 'USD', null), 400, 'MALFORMED_REQUEST'],
      [order('JPY', 'EUR', 1), 422, 'AMOUNT_OUT_OF_RANGE'],
      [order('EUR', 'IDR', 1e10), 422, 'AMOUNT_OUT_OF_RANGE'],
      [order('EUR', 'KRW', 1e10), 422, 'AMOUNT_OUT_OF_RANGE'],
      [order('KRW', 'EUR', 1e10, 'buy'), 422, 'AMOUNT_OUT_OF_RANGE'],
      [order('EUR', 'GBP', 5), 422, 'ACCOUNT_MISSING'],
      [order('CHF', 'GBP', 5), 422, 'ACCOUNT_MISSING'],
    ] as const) {
      const { status: found, body: answer } = await quoteOf(person, body);
      expect([body, found, answer.code]).toEqual([body, status, code]);
    }
    expect((await call('POST', `${api}/exchange/quotes`, { body: order('EUR', 'USD', 5) })).status).toBe(401);
  });
});

describe('a quote that is asked for again', () => {
  it('is the same under its key, also when the rates have become too old meanwhile', async () => {
    const person = await holderOf('USD');
    const first = await quoteOf(person, order('EUR', 'USD', 10), 'one-quote');
    await database.rows('UPDATE rate_sets SET day = day - INTERVAL 30 DAY');
    const again = await quoteOf(person, order('EUR', 'USD', 10), 'one-quote');
    const another = await quoteOf(person, order('EUR', 'USD', 10));
    await database.rows('UPDATE rate_sets SET day = day + INTERVAL 30 DAY');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(another).toMatchObject({ status: 422, body: { code: 'RATE_STALE' } });
    const other = await quoteOf(person, order('EUR', 'USD', 11), 'one-quote');
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('an exchange', () => {
  it('moves the quoted amounts, over the bank’s positions, with its markup as income', async () => {
    const person = await holderOf('USD');
    const quote = (await quoteOf(person, order('EUR', 'USD', 100))).body;
    const { status, body } = await use(person, quote.id);
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        reference: expect.stringMatching(/^TR-[A-Z0-9]{12}$/) as string,
        sell: { amount: 100, currency: 'EUR' },
        buy: { amount: 107.88, currency: 'USD' },
      },
    ]);
    expect([await balanceIn(person, 'EUR'), await balanceIn(person, 'USD')]).toEqual([900, 107.88]);
    const entries = await database.rows(
      `SELECT a.kind, a.currency, e.amount FROM entries e JOIN transfers t ON t.id = e.transfer_id
       JOIN accounts a ON a.id = e.account_id WHERE t.reference = ? ORDER BY e.id`,
      [body.reference],
    );
    expect(entries.map(({ kind, currency, amount }) => [kind, currency, Number(amount)])).toEqual([
      ['customer', 'EUR', -10_000],
      ['position', 'EUR', 10_000],
      ['position', 'USD', -10_842],
      ['exchange_income', 'USD', 54],
      ['customer', 'USD', 10_788],
    ]);
    const { body: told } = await ask<{ notifications: { message: string }[] }>(
      'GET',
      '/notifications',
      person,
    );
    expect(told.notifications[0]?.message.replace(/\s/g, ' ')).toMatch(/changé 100,00 € contre 107,88 \$US/);
  });

  it('is in the list of each account in its currency, and leaves the customer’s old calls with the euros', async () => {
    const person = await holderOf('USD', 'JPY');
    const before = await ask<{ balance: object }>('GET', '/solde', person);
    await use(person, (await quoteOf(person, order('EUR', 'JPY', 50))).body.id);
    await use(person, (await quoteOf(person, order('EUR', 'USD', 50))).body.id);
    const [euros, yen] = await accountsOf(person);
    const listOf = async (path: string) =>
      (await ask<TransactionList>('GET', path, person)).body.transactions;
    expect(await listOf(`/accounts/${yen?.id}/transactions`)).toEqual([
      expect.objectContaining({
        amount: 8130,
        currency: 'JPY',
        type: 'incoming',
        description: 'Change EUR → JPY',
      }),
    ]);
    const own = await listOf('/user/transactions');
    expect(own).toEqual(await listOf(`/accounts/${euros?.id}/transactions`));
    expect(own.map(({ amount, currency }) => [amount, currency])).toEqual([
      [-50, 'EUR'],
      [-50, 'EUR'],
      [1000, 'EUR'],
    ]);
    const after = await ask<{ balance: object; history: unknown[] }>('GET', '/solde', person);
    expect(after.body.balance).toEqual({
      ...before.body.balance,
      current_balance: 900,
      available_balance: 900,
      previous_balance: 950,
    });
    expect(after.body.history).toHaveLength(90);
    expect((await ask('GET', '/overview', person)).body).toMatchObject({
      balance: 900,
      transactionsThisMonth: 3,
    });
    const staff = await newCustomer(bank.shellUrl);
    await promote(database, staff);
    const users = await ask<{ users: object[] }>('GET', `/admin/users?search=${person.email}`, staff);
    expect(users.body.users).toEqual([expect.objectContaining({ balance: 900 })]);
    const rows = await ask<TransactionList>('GET', `/admin/transactions?user_id=${person.id}`, staff);
    const currencies = rows.body.transactions.map(({ currency }) => currency);
    expect(currencies.sort()).toEqual(['EUR', 'EUR', 'EUR', 'JPY', 'USD']);
    // Money in another currency keeps the customer too.
    await ask('POST', `/exchange/quotes`, person, order('JPY', 'EUR', 1));
    const removed = await call('DELETE', `${api}/admin/users/${person.id}`, { token: staff.token });
    expect([removed.status, removed.body]).toMatchObject([409, { code: 'ACCOUNT_NOT_EMPTY' }]);
  });

  it('sends open pages both balances, each with its currency', async () => {
    const person = await holderOf('USD');
    const stream = await listen(bank.shellUrl, person.token);
    await use(person, (await quoteOf(person, order('EUR', 'USD', 10))).body.id);
    const balances = () => stream.events.filter(({ type }) => type === 'balance').map(({ data }) => data);
    await until(async () => balances().length >= 2);
    stream.close();
    expect(balances()).toEqual(
      expect.arrayContaining([
        { current_balance: 990, available_balance: 990, currency: 'EUR' },
        { current_balance: 10.79, available_balance: 10.79, currency: 'USD' },
      ]),
    );
  });

  it('happens once: repeated with its key it gets the same answer, used again it is refused', async () => {
    const person = await holderOf('USD');
    const { id } = (await quoteOf(person, order('EUR', 'USD', 10))).body;
    const first = await use(person, id, `exchange-${id}`);
    const again = await use(person, id, `exchange-${id}`);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await use(person, id)).body).toMatchObject({ code: 'QUOTE_USED' });
    expect((await use(person, id)).status).toBe(409);
    // Also when its time is over.
    await expire(id);
    expect((await use(person, id)).body.code).toBe('QUOTE_USED');
    expect(await balanceIn(person, 'EUR')).toBe(990);
  });

  it('of ten at once moves the money once', async () => {
    const person = await holderOf('USD');
    const { id } = (await quoteOf(person, order('EUR', 'USD', 10))).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(person, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await balanceIn(person, 'EUR')).toBe(990);
  });

  it('is refused after the time of its quote, and for a quote of somebody else', async () => {
    const [person, other] = await Promise.all([holderOf('USD'), holderOf('USD')]);
    const { id } = (await quoteOf(person, order('EUR', 'USD', 10))).body;
    expect(await use(other, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    await expire(id, 0);
    expect(await use(person, id)).toMatchObject({ status: 422, body: { code: 'QUOTE_EXPIRED' } });
    for (const [quote, status] of [
      [999_999_999, 404],
      [0, 422],
      [-1, 422],
      [1.5, 422],
      ['1', 400],
    ] as const) {
      const { status: found } = await use(person, quote);
      expect([quote, found < 500, found === 201, [status, 400].includes(found)]).toEqual([
        quote,
        true,
        false,
        true,
      ]);
    }
    expect(await balanceIn(person, 'EUR')).toBe(1000);
  });

  it('takes only money that is there, without overdraft', async () => {
    const person = await holderOf('USD');
    const { id } = (await quoteOf(person, order('EUR', 'USD', 1000.01))).body;
    expect(await use(person, id)).toMatchObject({ status: 422, body: { code: 'INSUFFICIENT_FUNDS' } });
    const dollars = (await quoteOf(person, order('USD', 'EUR', 1))).body;
    expect((await use(person, dollars.id)).body.code).toBe('INSUFFICIENT_FUNDS');
  });

  it('into an account that closes at the same moment happens, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await holderOf('USD');
      const [, dollars] = await accountsOf(person);
      const { id } = (await quoteOf(person, order('EUR', 'USD', 10))).body;
      const [exchange, closing] = await Promise.all([
        use(person, id),
        ask('DELETE', `/accounts/${dollars?.id}`, person),
      ]);
      const outcome = [
        exchange.status,
        closing.status,
        await balanceIn(person, 'EUR'),
        await balanceIn(person, 'USD'),
      ];
      expect([
        [201, 409, 990, 10.79],
        [422, 204, 1000, 0],
      ]).toContainEqual(outcome);
    }
    const person = await holderOf('USD');
    const [, dollars] = await accountsOf(person);
    const { id } = (await quoteOf(person, order('EUR', 'USD', 10))).body;
    await ask('DELETE', `/accounts/${dollars?.id}`, person);
    expect(await use(person, id)).toMatchObject({ status: 422, body: { code: 'ACCOUNT_MISSING' } });
  });
});

describe('the bank’s side', () => {
  it('shows positions and results to administrators only', async () => {
    const person = await holderOf('GBP');
    expect((await ask('GET', '/admin/exchange', person)).status).toBe(403);
    expect((await ask('POST', '/admin/exchange/rates', person)).status).toBe(403);
    const staff = await newCustomer(bank.shellUrl);
    await promote(database, staff);
    const read = async () => (await ask<ExchangeState>('GET', '/admin/exchange', staff)).body;
    const ofPounds = ({ positions }: ExchangeState) => positions.find(({ currency }) => currency === 'GBP');
    const before = await read();
    await use(person, (await quoteOf(person, order('EUR', 'GBP', 100))).body.id);
    const after = await read();
    expect(after).toMatchObject({
      source: 'The test',
      age: expect.any(Number) as number,
      stale: false,
      held: [],
    });
    expect((ofPounds(after)?.position ?? 0) - (ofPounds(before)?.position ?? 0)).toBeCloseTo(-85, 5);
    expect((ofPounds(after)?.income ?? 0) - (ofPounds(before)?.income ?? 0)).toBeCloseTo(0.42, 5);
    expect((after.realised ?? 0) - (before.realised ?? 0)).toBeCloseTo(0.49, 1);
    expect(after.unrealised).toBeCloseTo(before.unrealised ?? NaN, 1);
    expect(after.positions.map(({ currency }) => currency)).toEqual(currencies);
    expect((await ask('POST', '/admin/exchange/rates', staff)).body.code).toBe('NOT_CONFIGURED');
  });
});
