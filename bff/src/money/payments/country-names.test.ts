import { countryCodeOf } from './country-names';

it.each([
  ['France', 'FR'],
  ['fr', 'FR'],
  ['  Allemagne ', 'DE'],
  ['Germany', 'DE'],
  ['Etats-Unis', 'US'],
  ['Côte d’Ivoire', 'CI'],
  ['Kosovo', 'XK'],
  ['Union européenne', undefined],
  ['Nowhere', undefined],
  ['', undefined],
])('%p is %p', (typed, code) => expect(countryCodeOf(typed)).toBe(code));
