import { easterSunday, isTargetDay } from './target-days';

it.each([
  // The earliest and the latest that Easter can be, and the two exceptions of the rule.
  ['1818-03-22', 1818],
  ['2038-04-25', 2038],
  ['1954-04-18', 1954],
  ['1981-04-19', 1981],
  ['2024-03-31', 2024],
  ['2025-04-20', 2025],
  ['2026-04-05', 2026],
  ['2027-03-28', 2027],
])('Easter is on %s', (day, year) => {
  expect(easterSunday(year)).toBe(day);
});

it.each([
  ['2026-01-01', 'New Year'],
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-01', 'Labour Day'],
  ['2026-12-25', 'Christmas'],
  ['2026-12-26', 'the day after, a Saturday'],
  ['2028-12-26', 'the day after, a Tuesday'],
  ['2026-11-21', 'a Saturday'],
  ['2026-11-22', 'a Sunday'],
])('banks do not settle on %s, %s', (day) => {
  expect(isTargetDay(day)).toBe(false);
});

it.each(['2026-01-02', '2026-04-02', '2026-04-07', '2026-05-08', '2026-07-14', '2026-12-24', '2026-11-23'])(
  'banks settle on %s, also where it is a holiday of France',
  (day) => expect(isTargetDay(day)).toBe(true),
);
