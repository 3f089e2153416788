import { currencies, type Currency } from '@bank/contracts/currencies';
import { bankAccountRows } from '../../../migrations/tables/first-rows';
import {
  accountOfStripe,
  allBankAccounts,
  bankAccounts,
  cardSettlementOf,
  exchangeIncomeOf,
  feesOf,
  firstCustomerAccount,
  lossesOf,
  positionOf,
  settlementOf,
  stripedAccounts,
  stripeFor,
  stripesOf,
  suspenseOf,
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

it('has the rows that the first migration adds', () => {
  expect(bankAccountRows.map(({ id }) => id).sort()).toEqual([...allBankAccounts].sort());
  const ofKind = (kind: string, currency: Currency) =>
    bankAccountRows.flatMap((row) => (row.kind === kind && row.currency === currency ? [row.id] : []));
  expect(ofKind('funding', 'EUR')).toEqual(stripesOf(bankAccounts.funding));
  for (const currency of currencies) {
    expect(ofKind('losses', currency)).toEqual([lossesOf(currency)]);
    expect(ofKind('position', currency)).toEqual(stripesOf(positionOf(currency)));
    expect(ofKind('exchange_income', currency)).toEqual(stripesOf(exchangeIncomeOf(currency)));
    expect(ofKind('settlement', currency)).toEqual(stripesOf(settlementOf(currency)));
    expect(ofKind('fees', currency)).toEqual(stripesOf(feesOf(currency)));
    expect(ofKind('suspense', currency)).toEqual(stripesOf(suspenseOf(currency)));
    expect(ofKind('card_settlement', currency)).toEqual(stripesOf(cardSettlementOf(currency)));
  }
});
