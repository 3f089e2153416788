import { ribParts } from './rib';

it('splits a French IBAN into bank, branch, account and key', () => {
  expect(ribParts('FR1420041010050500013M02606')).toEqual({
    bankCode: '20041',
    branchCode: '01005',
    accountNumber: '0500013M026',
    key: '06',
  });
});

it.each(['', 'FR14', 'DE89370400440532013000', 'FR14 2004 1010 0505 0001 3M02 606'])(
  'has no parts for "%s"',
  (iban) => expect(ribParts(iban)).toBeUndefined(),
);
