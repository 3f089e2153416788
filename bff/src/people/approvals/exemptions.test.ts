import { exemptionOf, exemptions, lowValueTogether, type PaymentFacts } from './exemptions';

const payment: PaymentFacts = { currency: 'EUR', amount: 30_00n, isTrusted: false, isSeries: false };
const nameOf = (changed: Partial<PaymentFacts>) => exemptionOf({ ...payment, ...changed })?.name;

it('has the article of each exemption', () => {
  expect(exemptions.map(({ name, article }) => [name, article])).toEqual([
    ['trusted_beneficiary', 13],
    ['low_value', 16],
  ]);
  expect(lowValueTogether).toBe(100_00n);
});

it.each<[what: string, Partial<PaymentFacts>, name: string | undefined]>([
  ['a payment of 30 euros', {}, 'low_value'],
  ['a cent more', { amount: 30_01n }, undefined],
  ['any amount to a trusted payee', { amount: 9_000_00n, isTrusted: true }, 'trusted_beneficiary'],
  ['a low one to a trusted payee, which is not counted', { isTrusted: true }, 'trusted_beneficiary'],
  ['a low amount of another currency', { currency: 'JPY', amount: 30n }, undefined],
  ['a series to a trusted payee', { isTrusted: true, isSeries: true }, undefined],
  ['a series of low amounts', { amount: 1n, isSeries: true }, undefined],
])('of %s: %o', (_what, changed, name) => {
  expect(nameOf(changed)).toBe(name);
});
