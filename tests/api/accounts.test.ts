/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { hasValidCheckDigits } from '@bank/contracts/iban';
import { endOfParisDay, parisDay } from '../../bff/src/platform/time/paris-day';
import { insertMovement } from '../support/movements';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';

interface Overview {
  balance: Record<string, unknown>;
  history: { balance: number; date: string }[];
}

const { bank, database } = sharedBank();
let marie: SignedIn;

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl);
});

const overview = async ({ token }: SignedIn) =>
  (await call<Overview>('GET', `${bank.shellUrl}/api/solde`, { token })).body;
const add = (who: SignedIn, body: unknown, headers?: Record<string, string>) =>
  call('POST', `${bank.shellUrl}/api/balance/update`, {
    token: who.token,
    body,
    ...(headers && { headers }),
  });

describe('a new account', () => {
  it('is empty, has the default limits and a French account number', async () => {
    const { balance, history } = await overview(marie);
    expect(balance).toEqual({
      current_balance: 0,
      available_balance: 0,
      previous_balance: 0,
      account_number: expect.stringMatching(/^FR\d{25}$/) as string,
      account_type: 'current',
      currency: 'EUR',
      card_limit: 3000,
      transfer_limit: 10000,
      transfer_left: 10000,
      withdrawal_limit: 1000,
      overdraft_limit: 500,
      level: 'full',
      why: null,
      outgoing_limit: null,
      incoming_limit: null,
      incoming_left: null,
    });
    expect(hasValidCheckDigits(String(balance.account_number))).toBe(true);
    const today = parisDay(new Date());
    expect(history).toEqual(
      Array.from({ length: 90 }, (_, day) => ({
        balance: 0,
        date: new Date(endOfParisDay(addDays(today, day - 89)).getTime() - 1).toISOString(),
      })),
    );
  });

  it('has a unique number', async () => {
    const others = await Promise.all([1, 2, 3].map(() => newCustomer(bank.shellUrl)));
    const numbers = await Promise.all(
      [marie, ...others].map(async (who) => (await overview(who)).balance.account_number),
    );
    expect(new Set(numbers).size).toBe(4);
  });
});

describe('adding funds', () => {
  it('moves money from the funding account', async () => {
    const total = async () => (await database.rows('SELECT SUM(balance) AS total FROM accounts'))[0]?.total;
    const before = await total();
    const answer = await add(marie, { amount: 1234.56, type: 'add' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      reference: expect.stringMatching(/^TR-[A-Z0-9]{12}$/) as string,
      balance: 1234.56,
    });
    expect((await add(marie, { amount: 0.01, type: 'add' })).body).toMatchObject({ balance: 1234.57 });
    const { balance, history } = await overview(marie);
    expect(balance).toMatchObject({
      current_balance: 1234.57,
      available_balance: 1234.57,
      previous_balance: 1234.56,
    });
    expect(history.slice(-2).map((day) => day.balance)).toEqual([0, 1234.57]);
    const check = await call('GET', `${bank.shellUrl}/api/solde/check`, { token: marie.token });
    expect(check.body).toEqual({
      balance: { current_balance: 1234.57, account_number: balance.account_number },
    });
    expect(await total()).toBe(before);
  });

  it('accepts the largest and the smallest amount, and refuses one cent beyond', async () => {
    const paul = await newCustomer(bank.shellUrl);
    for (const [amount, status] of [
      [10_000, 201],
      [10_000.01, 422],
      [0.01, 201],
      [0, 422],
      [-5, 422],
      [0.001, 422],
      [10.005, 422],
      [1e300, 422],
    ] as const) {
      expect([amount, (await add(paul, { amount, type: 'add' })).status]).toEqual([amount, status]);
    }
    expect((await overview(paul)).balance.current_balance).toBe(10_000.01);
  });

  it.each([
    [{ amount: '12', type: 'add' }, 400, 'MALFORMED_REQUEST'],
    [{ amount: null, type: 'add' }, 400, 'MALFORMED_REQUEST'],
    [{ amount: [1], type: 'add' }, 400, 'MALFORMED_REQUEST'],
    [{ type: 'add' }, 400, 'MALFORMED_REQUEST'],
    [[], 400, 'MALFORMED_REQUEST'],
    ['{"amount":1e999,"type":"add"}', 400, 'MALFORMED_REQUEST'],
    ['{"amount":NaN,"type":"add"}', 400, 'MALFORMED_REQUEST'],
    ['{"amount":', 400, 'MALFORMED_REQUEST'],
    ['', 400, 'MALFORMED_REQUEST'],
    [{ amount: 1, type: 'withdraw' }, 422, 'INVALID_FIELDS'],
    [{ amount: 12.345, type: 'add' }, 422, 'INVALID_FIELDS'],
  ])('refuses %j', async (body, status, code) => {
    const before = (await overview(marie)).balance.current_balance;
    const answer = await add(marie, body, { 'content-type': 'application/json', 'accept-language': 'en' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    expect((await overview(marie)).balance.current_balance).toBe(before);
  });
});

describe('the data of others', () => {
  it('is hidden without a session', async () => {
    for (const [method, path] of [
      ['GET', 'solde'],
      ['GET', 'solde/check'],
      ['POST', 'balance/update'],
    ] as const) {
      expect((await call(method, `${bank.shellUrl}/api/${path}`)).status).toBe(401);
    }
  });

  it('excludes the balances of others', async () => {
    const stranger = await newCustomer(bank.shellUrl);
    expect((await overview(stranger)).balance).toMatchObject({ current_balance: 0 });
  });
});

describe('the history', () => {
  it('contains the balance at the end of each Paris day', async () => {
    const who = await newCustomer(bank.shellUrl);
    const [account] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [who.id]);
    const today = parisDay(new Date());
    const midnight = endOfParisDay(addDays(today, -10));
    const posted: [at: Date, amount: number][] = [
      [endOfParisDay(addDays(today, -200)), 700],
      [new Date(midnight.getTime() - 2), 300],
      [new Date(midnight.getTime() - 1), 100],
      [midnight, 500],
    ];
    for (const [index, [at, amount]] of posted.entries()) {
      const past = { reference: `H${who.id}-${index}`, kind: 'deposit', description: 'x', amount, at };
      await insertMovement(database, Number(account?.id), past);
    }
    const { history } = await overview(who);
    expect(history.map((day) => day.balance)).toEqual([
      ...Array<number>(79).fill(7),
      11,
      ...Array<number>(10).fill(16),
    ]);
  });
});
