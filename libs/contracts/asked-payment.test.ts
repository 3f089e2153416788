import { askedPaymentOf } from './asked-payment';

const rent = {
  payee: ' Habitat Solidaire ',
  iban: 'fr76 3000 6000 0112 3456 7890 189',
  amount: '612.40',
  reference: 'Loyer 4711',
};

it('reads what a page has written', () => {
  expect(askedPaymentOf(rent)).toEqual({
    payee: 'Habitat Solidaire',
    iban: 'FR7630006000011234567890189',
    amount: 612.4,
    reference: 'Loyer 4711',
  });
  expect(askedPaymentOf({ ...rent, reference: ' ' })?.reference).toBeNull();
});

const wrong: [what: string, changed: Partial<typeof rent>][] = [
  ['no payee', { payee: ' ' }],
  ['a name too long', { payee: 'a'.repeat(141) }],
  ['a name that turns its direction', { payee: 'Habitat \u202Eeriadilos' }],
  ['a name with a character that is not seen', { payee: 'Habi\u200Btat' }],
  ['a reference of two lines', { reference: 'Loyer\nFR76' }],
  ['a reference too long', { reference: 'a'.repeat(141) }],
  ['an IBAN with a wrong digit', { iban: 'FR7630006000011234567890188' }],
  ['an IBAN outside SEPA', { iban: 'BR1800360305000010009795493C1' }],
  ['no IBAN', { iban: '' }],
  ...['', '0', '0.00', '-5', '1e3', '0x10', '612,40', '12.345', '10000000.01', '99999999', ' 5', 'NaN'].map(
    (amount): [string, { amount: string }] => [`the amount "${amount}"`, { amount }],
  ),
];

it.each(wrong)('refuses all of it for %s', (_what, changed) => {
  expect(askedPaymentOf({ ...rent, ...changed })).toBeUndefined();
});
