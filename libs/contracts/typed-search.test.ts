import { searchedAccount, searchedReference, withHyphens } from './typed-search';
import { optional, searchText } from './validation';

it.each([
  ['FR14\u00a02004\u202f1010', 'FR1420041010'],
  ['\u200efr14-2004\u20131010\u200f', 'fr1420041010'],
  ['3704 0044', '37040044'],
  // An account of a country without IBANs may have hyphens.
  ['12\u20113456 7', '12-34567'],
  ['%', '%'],
])('reads %j as the account number %j', (typed, read) => expect(searchedAccount(typed)).toBe(read));

it.each([
  ['PAY\u20112026\u2013AB', 'PAY-2026-AB'],
  ['\ufeffPAY \u2212 2026\u00a0', 'PAY-2026'],
])('reads %j as the reference %j', (typed, read) => expect(searchedReference(typed)).toBe(read));

it('reads every dash as a hyphen', () =>
  expect(withHyphens('-\u2010\u2011\u2012\u2013\u2014\u2212')).toBe('-------'));

describe('a typed search', () => {
  const search = optional(searchText(20));

  it.each([
    ['  Marie\u00a0\u202f Dupont\t', 'Marie Dupont'],
    ['\u200emarie@example.org\u200f', 'marie@example.org'],
    // As some systems copy an accent: after its letter.
    ['E\u0301lise', 'Élise'],
    ['un\u0000 texte\ud800', 'un texte'],
    ['tab\tand\nline', 'tab and line'],
    ['\u200b\ufeff', undefined],
    ['', undefined],
  ])('is read from %j as %j', (typed, read) => expect(search.parse(typed)).toBe(read));

  it('is limited in length, and is text', () => {
    expect(search.safeParse('x'.repeat(21)).success).toBe(false);
    expect(search.safeParse(['x']).success).toBe(false);
  });
});
