import { addDays } from './days';

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
});
