import { caseText } from './case-texts';

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

it('writes money as the rest of the bank does, in the currency of the purchase', () => {
  const booked = (amount: string, currency: string) =>
    plain(caseText('chargeback_booked', { amount, currency }, 'fr'));
  expect(booked('21.56', 'EUR')).toBe('21,56 € sont revenus sur votre compte par le réseau de cartes.');
  expect(booked('1234.5', 'USD')).toMatch(/^1 234,50 \$US sont/);
  expect(booked('1500', 'JPY')).toMatch(/^1 500 JPY sont/);
  const reversed = caseText('chargeback_reversed', { amount: '21.56', currency: 'EUR' }, 'en');
  expect(plain(reversed)).toContain('took 21,56 € back');
});

it('keeps values unchanged, and has no words for a name of a newer server', () => {
  expect(caseText('gone', {}, 'fr')).toBe('');
});
