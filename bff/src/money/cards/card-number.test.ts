import fc from 'fast-check';
import { RandomSource } from '../../platform/security/random-source.service';
import { randomCardNumber, luhnDigit } from './card-number';

/** The formula as ISO/IEC 7812-1 puts it for checking a whole number, independent of how ours computes the digit. */
function passesLuhn(number: string): boolean {
  const doubled = ['0', '2', '4', '6', '8', '1', '3', '5', '7', '9'];
  const digits = [...number].reverse().map((digit, at) => Number(at % 2 ? doubled[Number(digit)] : digit));
  return digits.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

describe('card numbers', () => {
  it('knows published numbers', () => {
    expect(luhnDigit('411111111111111')).toBe('1');
    expect(luhnDigit('555555555555444')).toBe('4');
    expect(luhnDigit('7992739871')).toBe('3');
  });

  it('closes every number so that it passes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,18}$/), (payload) => passesLuhn(payload + luhnDigit(payload))),
    );
  });

  it('draws 16 digits of the brand', () => {
    const random = new RandomSource();
    for (const [brand, start] of [
      ['VISA', '4'],
      ['Mastercard', '5'],
    ] as const) {
      const numbers = Array.from({ length: 50 }, () => randomCardNumber(brand, random));
      for (const number of numbers) {
        expect(number).toMatch(new RegExp(`^${start}\\d{15}$`));
        expect(passesLuhn(number)).toBe(true);
      }
      expect(new Set(numbers).size).toBe(50);
    }
  });
});
