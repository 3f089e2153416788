import fc from 'fast-check';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { minorUnits, moneyColumn, wholeNumber } from './money-column';

const largest = 2n ** 63n - 1n;

describe('amounts between database and program', () => {
  it('keeps every BIGINT exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largest, max: largest }), (amount) => {
        expect(minorUnits(amount.toString())).toBe(amount);
        expect(moneyColumn.transformer.from(amount.toString())).toBe(amount);
        expect(moneyColumn.transformer.to(amount)).toBe(amount);
      }),
    );
  });

  it('throws on a value that does not fit', () => {
    for (const wrong of [(largest + 1n).toString(), 2 ** 53, 1.5, Number.NaN]) {
      expect(() => minorUnits(wrong)).toThrow(RangeError);
    }
    expect(() => minorUnits('12.5')).toThrow(SyntaxError);
    expect(() => moneyColumn.transformer.to(largest + 1n)).toThrow(RangeError);
    expect(() => wholeNumber('9007199254740993')).toThrow(RangeError);
  });

  it('leaves null alone', () => {
    expect(moneyColumn.transformer.from(null)).toBeNull();
    expect(moneyColumn.transformer.to(null)).toBeNull();
  });

  it('meets the wire without loss, there and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 46n), max: 2n ** 46n }), (cents) => {
        expect(toMinor(toDecimal(cents))).toBe(cents);
      }),
    );
  });
});
