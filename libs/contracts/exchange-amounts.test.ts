import fc from 'fast-check';
import { currencies, type Currency, decimalsOf } from './currencies';
import { converted, exchangeAmounts, type ExchangeOrder, halfEven } from './exchange-amounts';
import { rateOfEuro } from './rates';

/** From a hundredth to a million units for one euro, with all decimals that a rate may have. */
const rate = fc.bigInt({ min: rateOfEuro / 100n, max: rateOfEuro * 1_000_000n });
const rateTable = fc.tuple(...currencies.map((code) => (code === 'EUR' ? fc.constant(rateOfEuro) : rate)));
/** Small ones are as likely as large ones: rounding shows in them. */
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 20n }),
  fc.bigInt({ min: 1n, max: 100_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
);
const side = fc.constantFrom<ExchangeOrder['side']>('sell', 'buy');
const pairs = currencies.flatMap((from) => currencies.map((to) => [from, to] as const));

const orderOf = (
  from: Currency,
  to: Currency,
  table: bigint[],
): Pick<ExchangeOrder, 'from' | 'to' | 'rates'> => ({
  from,
  to,
  rates: { from: table[currencies.indexOf(from)] ?? 0n, to: table[currencies.indexOf(to)] ?? 0n },
});
const scale = (currency: Currency) => 10n ** BigInt(decimalsOf(currency));

it('leaves nobody richer and loses no cent, over all 30 × 30 pairs', () => {
  fc.assert(
    fc.property(rateTable, amount, side, (table, minor, given) => {
      for (const [from, to] of pairs) {
        const order = orderOf(from, to, table);
        const found = exchangeAmounts({ ...order, amount: minor, side: given });
        if (!found) continue;
        const { sell, buy, worth } = found;
        const laws = [
          [sell, buy][given === 'sell' ? 0 : 1] === minor,
          // At the reference rates, exactly: what is got is worth at most what is given.
          buy * order.rates.from * scale(from) <= sell * order.rates.to * scale(to),
          // The bank's entries of the bought currency: position, income, customer.
          -worth + (worth - buy) + buy === 0n,
          worth >= buy && sell > 0n,
        ];
        // One comparison for all: there are a hundred thousand.
        if (laws.includes(false)) throw new Error(`${from} ${to} ${sell} ${buy} ${worth}: ${laws.join(' ')}`);
      }
    }),
    { numRuns: 30 },
  );
});

it('gains by no cycle of exchanges', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...currencies), side), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rateTable, amount, fc.constantFrom(...currencies), steps, (table, start, home, way) => {
      let [held, currency] = [start, home];
      for (const [to] of [...way, [home, 'sell'] as const]) {
        const found = exchangeAmounts({ ...orderOf(currency, to, table), amount: held, side: 'sell' });
        if (!found) return;
        [held, currency] = [found.buy, to];
      }
      expect(held <= start).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('takes the markup of 0.5 %, exact to the cent on both sides', () => {
  const rates = { from: rateOfEuro, to: 108_420_000n };
  const dollars = { from: 'EUR', to: 'USD', rates } as const;
  expect(exchangeAmounts({ ...dollars, side: 'sell', amount: 100_00n })).toEqual({
    sell: 100_00n,
    buy: 107_88n,
    worth: 108_42n,
  });
  expect(exchangeAmounts({ ...dollars, side: 'buy', amount: 100_00n })).toEqual({
    sell: 92_70n,
    buy: 100_00n,
    worth: 100_51n,
  });
  const yen = { from: 'EUR', to: 'JPY', rates: { from: rateOfEuro, to: 16_342_000_000n } } as const;
  expect(exchangeAmounts({ ...yen, side: 'sell', amount: 1_00n })).toMatchObject({ buy: 163n });
});

it('refuses amounts worth less than the smallest unit', () => {
  const rates = { from: 16_342_000_000n, to: rateOfEuro };
  expect(exchangeAmounts({ from: 'JPY', to: 'EUR', rates, side: 'sell', amount: 1n })).toBeUndefined();
});

it('rounds a half to the even neighbour, of either sign', () => {
  const halves: [bigint, bigint][] = [
    [1n, 0n],
    [3n, 2n],
    [5n, 2n],
    [-1n, 0n],
    [-3n, -2n],
  ];
  for (const [numerator, rounded] of halves) expect(halfEven(numerator, 2n)).toBe(rounded);
  expect(
    converted(1_000n, { from: 'JPY', to: 'EUR', rates: { from: 16_000_000_000n, to: rateOfEuro } }),
  ).toBe(625n);
});
