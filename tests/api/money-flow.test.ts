/** @jest-environment ./tests/support/bank-environment.ts */
import { flowBounds, type MoneyFlow } from '@bank/contracts/money-flow';
import { newCustomer, type NewCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
let clerk: NewCustomer;
let people: NewCustomer[];

const follow = (id: number, from = 'transaction', who: SignedIn = clerk) =>
  call<MoneyFlow & { code?: string }>('GET', `${bank.shellUrl}/api/admin/money-flow?from=${from}&id=${id}`, {
    token: who.token,
  });
const give = async (from: SignedIn, to: SignedIn, amount: number) => {
  const body = { recipient_id: to.id, amount, description: 'Pour toi' };
  const { status } = await call('POST', `${bank.shellUrl}/api/balance/transfer`, { token: from.token, body });
  expect(status).toBeLessThan(300);
};
const add = (who: SignedIn, amount: number) =>
  call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body: { amount, type: 'add' } });
/** The newest entry of a person, as the lists number it. */
const newest = async ({ id }: SignedIn) => {
  const [row] = await database.rows(
    'SELECT MAX(e.id) AS id FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.user_id = ?',
    [id],
  );
  return Number(row?.id) * 2;
};

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 5 }, () => newCustomer(bank.shellUrl)));
  clerk = await newCustomer(bank.shellUrl);
  await promote(database, clerk);
});

it('leads from the source of money, through each account, to its destination', async () => {
  const [first, mule, last] = people as [NewCustomer, NewCustomer, NewCustomer];
  await add(first, 900);
  await give(first, mule, 800);
  const start = await newest(first);
  await give(mule, last, 500);
  await give(mule, first, 250);
  const { status, body } = await follow(start);
  expect(status).toBe(200);
  const of = (step: number) => body.nodes.filter((node) => node.step === step);
  expect(of(0)).toMatchObject([{ id: start / 2, amount: -800, account: { user_id: first.id } }]);
  expect(of(1)).toMatchObject([{ amount: 800, account: { user_id: mule.id } }]);
  expect(of(2).map(({ amount }) => amount)).toEqual([-500, -250]);
  expect(of(3).map(({ account }) => account.user_id)).toEqual([last.id, first.id]);
  // Back: the deposit on the account, and the bank's own account that it came from.
  expect(of(-1)).toMatchObject([{ amount: 900, account: { user_id: first.id } }]);
  expect(of(-2)).toMatchObject([{ amount: -900, account: { kind: 'funding', user_id: null } }]);
  const ids = new Set(body.nodes.map(({ id }) => id));
  expect(body.links.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
  expect(body.links).toHaveLength(body.nodes.length - 1);
  expect(body.cut).toBe(false);
});

it('stays within its bounds where money fans out and runs in circles', async () => {
  const [, , , rich, friend] = people as [NewCustomer, NewCustomer, NewCustomer, NewCustomer, NewCustomer];
  await add(rich, 2_000);
  await give(rich, friend, 1_500);
  const start = await newest(rich);
  for (let at = 0; at < flowBounds.breadth + 3; at += 1) {
    await give(friend, rich, 100);
    await give(rich, friend, 90);
  }
  const began = performance.now();
  const { body } = await follow(start);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(body.cut).toBe(true);
  for (let step = -flowBounds.back; step <= flowBounds.on; step += 1) {
    expect(body.nodes.filter((node) => node.step === step).length).toBeLessThanOrEqual(flowBounds.step);
  }
  expect(new Set(body.nodes.map(({ id }) => id)).size).toBe(body.nodes.length);
});

it('is for staff who read transactions, and about money that moved', async () => {
  const [first] = people as [NewCustomer];
  expect((await follow(await newest(first), 'transaction', first)).status).toBe(403);
  expect((await follow(999_999_998)).body.code).toBe('NOT_FOUND');
  expect((await follow(999_999_999, 'payment')).body.code).toBe('NOT_FOUND');
  expect((await follow(1, 'salary')).body.code).toBe('INVALID_QUERY');
});
