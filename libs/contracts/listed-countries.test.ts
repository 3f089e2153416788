import { listedCountries } from './listed-countries';

it('names the countries of a list in the reader’s language, and keeps what is no country', () => {
  expect(listedCountries('FR;mc', 'fr')).toBe('France, Monaco');
  expect(listedCountries('de;suhh', 'en')).toBe('Germany, suhh');
  expect(listedCountries('', 'fr')).toBe('');
});
