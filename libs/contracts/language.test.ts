import { languageOf } from './language';

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['de', 'fr'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['de, en;q=0.5, fr;q=0.4', 'en'],
  ['en;q=0.2, fr;q=0.9', 'fr'],
  ['en;q=0, fr;q=0.1', 'fr'],
  ['*', 'fr'],
  [';;;,,q=', 'fr'],
])('%j selects %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
