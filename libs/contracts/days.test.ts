import { addDays, addMonthsToDay, daysFrom } from './days';

it.each([
  ['2026-02-27', 3, '2026-03-02'],
  ['2028-02-27', 3, '2028-03-01'],
  ['2026-01-01', -1, '2025-12-31'],
  // The days on which Paris changes its clocks have 23 and 25 hours.
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-24', 2, '2026-10-26'],
  ['2026-11-21', 0, '2026-11-21'],
])('counts by the calendar: %s and %i days is %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected);
  expect(daysFrom(day, expected)).toBe(count);
});

it.each([
  ['2026-11-21', 1, '2026-12-21'],
  ['2026-11-21', 13, '2027-12-21'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 3, '2026-11-30'],
])(
  'keeps the day of the month as far as the month has it: %s and %i months is %s',
  (day, count, expected) => {
    expect(addMonthsToDay(day, count)).toBe(expected);
  },
);
