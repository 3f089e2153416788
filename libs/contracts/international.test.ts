import fc from 'fast-check';
import { currencies } from './currencies';
import { chargeBearers, expectedArrival, internationalFee } from './international';
import { rateOf, rateOfEuro } from './rates';
import { isTargetDay, targetDayAfter } from './target-days';

it.each([
  ['DE', 'SHA', 'EUR', rateOfEuro, 500n],
  ['DE', 'OUR', 'EUR', rateOfEuro, 2_000n],
  ['UA', 'SHA', 'EUR', rateOfEuro, 500n],
  ['US', 'SHA', 'EUR', rateOfEuro, 1_500n],
  ['SN', 'OUR', 'EUR', rateOfEuro, 3_000n],
  ['US', 'BEN', 'USD', rateOf('1.0842') ?? 0n, 0n],
  ['CH', 'SHA', 'USD', rateOf('1.0842') ?? 0n, 542n],
  ['CH', 'SHA', 'USD', rateOf('1.0850') ?? 0n, 542n],
  ['CH', 'SHA', 'USD', rateOf('1.0870') ?? 0n, 544n],
  ['US', 'SHA', 'USD', rateOf('1.0842') ?? 0n, 1_626n],
  ['CH', 'SHA', 'JPY', rateOf('163.42') ?? 0n, 817n],
  ['CH', 'SHA', 'JPY', rateOf('163.3') ?? 0n, 816n],
] as const)('to %s with %s in %s it costs %d at %d', (country, charges, currency, rate, expected) =>
  expect(internationalFee({ country, charges, currency }, rate)).toBe(expected),
);

it('grows with the rate, and is never negative', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.constantFrom(...chargeBearers),
      fc.bigInt({ min: 1_000n, max: 20_000n * rateOfEuro }),
      (currency, charges, rate) => {
        const fee = internationalFee({ country: 'DE', charges, currency }, rate);
        expect(fee >= 0n).toBe(true);
        expect(internationalFee({ country: 'DE', charges, currency }, rate * 2n) >= fee).toBe(true);
        expect(internationalFee({ country: 'SN', charges, currency }, rate) >= fee).toBe(true);
      },
    ),
  );
});

it.each([
  ['2026-11-23', 'DE', 'EUR', '2026-11-24'],
  ['2026-11-23', 'CH', 'CHF', '2026-11-25'],
  ['2026-11-23', 'US', 'USD', '2026-11-25'],
  ['2026-11-23', 'SN', 'USD', '2026-11-26'],
  ['2026-12-24', 'US', 'USD', '2026-12-29'],
  ['2026-11-21', 'DE', 'EUR', '2026-11-23'],
])('what leaves on %s for %s in %s arrives on %s', (from, country, currency, expected) =>
  expect(expectedArrival(from, country, currency)).toBe(expected),
);

it('counts business days only', () => {
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 10 }), (date, count) =>
      expect(isTargetDay(targetDayAfter(date.toISOString().slice(0, 10), count))).toBe(true),
    ),
  );
});
