import { StripeBankAccounts20261127130001 } from '../../../migrations/20261127130001-stripe-bank-accounts';
import {
  accountOfStripe,
  allBankAccounts,
  bankAccounts,
  firstCustomerAccount,
  stripedAccounts,
  stripeFor,
  stripesOf,
} from './bank-accounts';
import { rowsToLock } from './locked-accounts';

it('gives every row of the bank’s accounts to one account, below the ids of customers', () => {
  expect(new Set(allBankAccounts).size).toBe(allBankAccounts.length);
  expect(Math.max(...allBankAccounts)).toBeLessThan(firstCustomerAccount);
  for (const account of stripedAccounts) {
    const rows = stripesOf(account);
    expect(rows).toHaveLength(16);
    expect(rows.map(accountOfStripe)).toEqual(rows.map(() => account));
  }
});

it('leaves other accounts as they are', () => {
  for (const id of [bankAccounts.adjustment, 115, firstCustomerAccount, 7_654_321]) {
    expect([stripesOf(id), stripeFor(id, 1003), accountOfStripe(id)]).toEqual([[id], id, id]);
  }
});

it('locks one row of each striped account: the same for a customer, all sixteen for customers in a row', () => {
  const customers = Array.from({ length: 16 }, (_, nth) => firstCustomerAccount + nth);
  const rows = customers.map((customer) => rowsToLock([bankAccounts.settlement, customer])[0]);
  expect(new Set(rows)).toEqual(new Set(stripesOf(bankAccounts.settlement)));
  const [settlement, fees, customer, other] = rowsToLock([
    bankAccounts.settlement,
    bankAccounts.fees,
    1007,
    1050,
  ]);
  expect([customer, other]).toEqual([1007, 1050]);
  expect(settlement).toBe(rows[6]);
  expect(fees).toBe(stripeFor(bankAccounts.fees, 1007));
});

it('has the rows that the migration adds', async () => {
  const added: number[] = [];
  const accounts: number[] = [];
  const query = (sql: string) => {
    const ids = [...sql.matchAll(/SELECT (\d+) AS id/g)].map(([, id]) => Number(id));
    const account = Number(/accounts.id = (\d+)/.exec(sql)?.[1]);
    ids.forEach((id) => expect(accountOfStripe(id)).toBe(account));
    accounts.push(account);
    added.push(...ids);
    return Promise.resolve();
  };
  await new StripeBankAccounts20261127130001().up({ query } as never);
  expect(accounts).toEqual(stripedAccounts);
  expect([...accounts, ...added].sort()).toEqual(stripedAccounts.flatMap(stripesOf).sort());
});
