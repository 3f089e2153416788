/** @jest-environment jsdom */
import type { Rates } from '@bank/contracts/rates';
import { referenceRate, startOf, workedOut } from './exchange';

const rates: Rates = {
  base: 'EUR',
  date: '2026-11-23',
  source: 'European Central Bank',
  stale: false,
  rates: { USD: 1.0842, JPY: 161.37, GBP: 0.8402 },
};

it.each([
  [{}, 'EUR', 'USD', '100'],
  [{ from: 'gbp', to: 'eur', amount: '250.00' }, 'GBP', 'EUR', '250.00'],
  [{ to: 'EUR' }, 'USD', 'EUR', '100'],
  [{ from: 'USD', to: 'USD' }, 'USD', 'EUR', '100'],
  [{ from: '<b>', to: 'XXX', amount: '' }, 'EUR', 'USD', '100'],
])('begins with what the page wrote: %j', (given, from, to, typed) => {
  expect(startOf(given)).toEqual({ from, to, typed });
});

it('takes the markup of 0.5 % and shows all of it', () => {
  expect(workedOut({ typed: '100', from: 'EUR', to: 'USD' }, rates)).toEqual({
    buy: 107.88,
    worth: 108.42,
    markup: 0.54,
  });
  expect(workedOut({ typed: '1 000,50', from: 'EUR', to: 'JPY' }, rates)).toEqual({
    buy: 160_643,
    worth: 161_451,
    markup: 808,
  });
  expect(referenceRate({ typed: '', from: 'USD', to: 'EUR' }, rates)).toBeCloseTo(0.92234, 5);
});

it.each([
  ['no amount', { typed: '', from: 'EUR', to: 'USD' }],
  ['nought', { typed: '0', from: 'EUR', to: 'USD' }],
  ['letters', { typed: 'cent', from: 'EUR', to: 'USD' }],
  ['decimals that the currency lacks', { typed: '10,50', from: 'JPY', to: 'EUR' }],
  ['one currency', { typed: '10', from: 'EUR', to: 'EUR' }],
  ['a currency without a rate', { typed: '10', from: 'EUR', to: 'CHF' }],
] as const)('works nothing out for %s', (_what, exchange) => {
  expect(workedOut(exchange, rates)).toBeUndefined();
});
