import { rateFormatFor } from './rate-format';

const french = rateFormatFor('fr');
const english = rateFormatFor('en');

it('follows the language, with the digits that a rate has', () => {
  expect([french.rate(1.078779), english.rate(0.0061)]).toEqual(['1,07878', '0.0061']);
  expect(french.rate(17_487.214).replace(/\s/g, ' ')).toBe('17 487,2');
});

it('names currencies', () => {
  expect(french.currencyName('JPY')).toMatch(/yen/i);
  expect(english.currencyName('GBP')).toMatch(/pound/i);
});
