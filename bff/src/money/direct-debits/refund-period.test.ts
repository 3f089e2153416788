import { contestableUntil, refundableUntil } from './refund-period';

it('refunds for eight weeks without a reason', () => {
  expect(refundableUntil('2026-01-05')).toBe('2026-03-02');
});

it.each([
  ['2026-01-05', '2027-02-05'],
  ['2026-01-31', '2027-02-28'],
  ['2027-01-31', '2028-02-29'],
  ['2026-12-15', '2028-01-15'],
])('refunds a debit of %s without a mandate until %s', (bookedOn, until) => {
  expect(contestableUntil(bookedOn)).toBe(until);
});
