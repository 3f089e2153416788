import { currencies, decimalsOf, foreignCurrencies, isOffered, leastDigits } from './currencies';

it('are the euro and 29 others, the euro first', () => {
  expect([currencies.length, foreignCurrencies.length, currencies[0]]).toEqual([30, 29, 'EUR']);
  expect(new Set(currencies).size).toBe(30);
  expect([...foreignCurrencies].sort()).toEqual(foreignCurrencies);
});

it('have the decimals of ISO 4217', () => {
  // Two, also where Intl has the fewer of everyday use.
  expect([decimalsOf('EUR'), decimalsOf('HUF'), decimalsOf('IDR')]).toEqual([2, 2, 2]);
  expect(currencies.filter((currency) => decimalsOf(currency) === 0)).toEqual(['ISK', 'JPY', 'KRW']);
});

it('are formatted with those decimals', () => {
  for (const currency of currencies) {
    const options = { style: 'currency', currency, minimumFractionDigits: leastDigits(currency) } as const;
    const { minimumFractionDigits: least, maximumFractionDigits: most } = new Intl.NumberFormat(
      'fr-FR',
      options,
    ).resolvedOptions();
    expect([currency, least, most]).toEqual([currency, decimalsOf(currency), decimalsOf(currency)]);
  }
});

it('do not include currencies without a reference rate, whose decimals are known all the same', () => {
  for (const [code, decimals] of [
    ['XOF', 0],
    ['BGN', 2],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
  ] as const) {
    expect([isOffered(code), decimalsOf(code)]).toEqual([false, decimals]);
  }
  expect(isOffered('toString')).toBe(false);
});
