import fc from 'fast-check';
import { largestMinor, positiveAmount, toDecimal, toMinor } from './money';

it('converts minor units to the wire and back exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -largestMinor, max: largestMinor }), (minor) => {
      expect(toMinor(toDecimal(minor))).toBe(minor);
    }),
  );
});

it.each([largestMinor + 1n, -largestMinor - 1n])(
  'refuses %p, which the wire cannot carry exactly',
  (minor) => {
    expect(() => toDecimal(minor)).toThrow(RangeError);
  },
);

it.each([0.1 + 0.2, 1.005, 0.001, Number.NaN, Infinity, 1e300])(
  'refuses %p, which is not in whole cents',
  (value) => {
    expect(() => toMinor(value)).toThrow(RangeError);
  },
);

it.each([0.01, 19.99, 1.1, 10_000])('accepts %p', (value) => {
  expect(positiveAmount(10_000).safeParse(value).success).toBe(true);
});

it.each([0, -1, 10_000.01, 12.345, Number.NaN, '50', null])('refuses %p as an amount to move', (value) => {
  expect(positiveAmount(10_000).safeParse(value).success).toBe(false);
});
