import { searchOf } from './payee-search';

it.each([
  ['@paul', { by: 'username', value: 'paul' }],
  ['Paul@Example.org', { by: 'email', value: 'paul@example.org' }],
  ['06 39 98 10 04', { by: 'phone', value: '+33639981004' }],
  ['+33 (0)6.39.98.10.04', { by: 'phone', value: '+33639981004' }],
  ['0033 639-981-004', { by: 'phone', value: '+33639981004' }],
  ['+49 30 123456', { by: 'phone', value: '+4930123456' }],
  ['de89 3704 0044 0532 0130 00', { by: 'iban', value: 'DE89370400440532013000' }],
  ['12', { by: 'number', value: 12 }],
  ['4294967296', undefined],
  ['@', undefined],
  ['Paul', undefined],
  ['DE89', undefined],
  ['%', undefined],
])('%s', (typed, expected) => {
  expect(searchOf(typed)).toEqual(expected);
});
