import { compactCreditorId, creditorKey, isCreditorId } from './creditor-identifier';

it.each(['FR72ZZZ123456', 'DE98ZZZ09999999999', 'DE98ABC09999999999', 'FR67ZZZ998001', 'BE59ZZZ0998000124'])(
  '%s is a creditor identifier',
  (id) => expect(isCreditorId(id)).toBe(true),
);

it.each(['', 'FR72ZZZ', 'FR73ZZZ123456', 'FR72ZZZ123465', '72FRZZZ123456', `DE98ZZZ0${'9'.repeat(30)}`])(
  '%p is none',
  (id) => expect(isCreditorId(id)).toBe(false),
);

it.each(['DE00ZZZ000000000000000066', 'DE01ZZZ000000000000000048', 'DE99ZZZ000000000000000030'])(
  '%s has check digits that none has, with the right remainder',
  (id) => expect(isCreditorId(id)).toBe(false),
);

it('is read without blanks, signs and case', () => {
  expect(compactCreditorId(' fr72 zzz 12-34/56 ')).toBe('FR72ZZZ123456');
});

it('is the same creditor under another business code', () => {
  expect(creditorKey('DE98ABC09999999999')).toBe(creditorKey('DE98ZZZ09999999999'));
  expect(creditorKey('FR72ZZZ123456')).not.toBe(creditorKey('FR67ZZZ998001'));
});
