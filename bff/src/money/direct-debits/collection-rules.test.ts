import { nextTargetDay } from '../../ports/payment-rail/settlement-days.service';
import { settlementDayOf } from './collection-rules';

const everyDay = (day: string) => day;

it.each([
  ['2026-11-27', 'a Friday', '2026-11-27'],
  ['2026-11-28', 'a Saturday', '2026-11-30'],
  ['2026-12-25', 'Christmas, a Friday', '2026-12-28'],
  ['2027-03-26', 'Good Friday', '2027-03-30'],
  ['2026-11-20', 'a day before it came', '2026-11-24'],
])('a collection due on %s, %s, is debited on %s', (dueOn, _what, expected) => {
  expect(settlementDayOf(dueOn, '2026-11-24', nextTargetDay)).toBe(expected);
});

it('without a day is debited on the next day of settlement', () => {
  expect(settlementDayOf(undefined, '2026-11-29', nextTargetDay)).toBe('2026-11-30');
});

it('is debited on its day where the clearing house settles every day', () => {
  expect(settlementDayOf('2026-11-28', '2026-11-24', everyDay)).toBe('2026-11-28');
});
