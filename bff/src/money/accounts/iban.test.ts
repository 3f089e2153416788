import fc from 'fast-check';
import { hasValidCheckDigits } from '@bank/contracts/iban';
import { ibanOf, ribKey } from './iban';

const accountId = fc.integer({ min: 1, max: 99_999_999_999 });

describe('French account numbers', () => {
  it('accept the published examples', () => {
    // SWIFT IBAN Registry, France; its RIB has a letter, so only the IBAN's check digits are tested.
    expect(hasValidCheckDigits('FR1420041010050500013M02606')).toBe(true);
    // Registry examples of other countries.
    expect(hasValidCheckDigits('DE89370400440532013000')).toBe(true);
    expect(hasValidCheckDigits('GB29NWBK60161331926819')).toBe(true);
    expect(hasValidCheckDigits('FR1520041010050500013M02606')).toBe(false);
    // A RIB printed as an example by French banks: 30001 00794 12345678901 85.
    expect(ribKey('300010079412345678901')).toBe('85');
  });

  it('are valid for every account', () => {
    fc.assert(
      fc.property(accountId, (id) => {
        const iban = ibanOf(id);
        expect(iban).toMatch(/^FR\d{25}$/);
        expect(hasValidCheckDigits(iban)).toBe(true);
        // The RIB rule: with its key appended the number is divisible by 97.
        expect(BigInt(iban.slice(4)) % 97n).toBe(0n);
      }),
    );
  });

  it('differ between accounts', () => {
    fc.assert(
      fc.property(accountId, accountId, (one, other) => one === other || ibanOf(one) !== ibanOf(other)),
    );
  });

  it('detect every changed digit', () => {
    fc.assert(
      fc.property(
        accountId,
        fc.integer({ min: 2, max: 26 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, by) => {
          const iban = ibanOf(id);
          const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
          expect(hasValidCheckDigits(wrong)).toBe(false);
        },
      ),
    );
  });
});
