import {
  clearingCodeInIban,
  compactClearingCode,
  countriesNotServed,
  isClearingCode,
  isServed,
} from './countries';
import { offeredCountries } from './countries';
import { ibanLengths, isSepa } from './iban';

it('serves every country of SEPA, and offers none that it does not serve or that has IBANs', () => {
  expect(countriesNotServed.filter(isServed)).toEqual([]);
  expect(countriesNotServed.filter((country) => isSepa(country))).toEqual([]);
  expect(offeredCountries.filter((country) => !isServed(country) || ibanLengths.has(country))).toEqual([]);
});

it.each([
  ['US', '021000021', true],
  ['US', '021000022', false],
  ['US', '02100002', false],
  ['AU', '062000', true],
  ['AU', '06200', false],
  ['CA', '000305839', true],
  ['IN', 'HDFC0000001', true],
  ['IN', 'HDFC1000001', false],
  ['NZ', '010902', true],
  ['ZA', '250655', true],
  ['JP', '000001', false],
])('in %s %s is a clearing code: %p', (country, code, expected) =>
  expect(isClearingCode(country, code)).toBe(expected),
);

it('reads codes as they are written, and the sort code of a British IBAN', () => {
  expect(['062-000', '02 10 00021', 'hdfc0000001'].map(compactClearingCode)).toEqual([
    '062000',
    '021000021',
    'HDFC0000001',
  ]);
  expect(clearingCodeInIban('GB29NWBK60161331926819')).toBe('601613');
  expect(clearingCodeInIban('FR1420041010050500013M02606')).toBeUndefined();
});
