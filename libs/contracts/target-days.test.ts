import { isTargetDay, targetDayBefore, targetDaysBetween } from './target-days';

it('knows the closing days of TARGET', () => {
  // Good Friday and Easter Monday as published for 2024 to 2027.
  for (const closed of [
    '2024-03-29',
    '2024-04-01',
    '2025-04-18',
    '2025-04-21',
    '2026-04-03',
    '2026-04-06',
    '2027-03-26',
    '2027-03-29',
  ]) {
    expect([closed, isTargetDay(closed)]).toEqual([closed, false]);
  }
  for (const closed of ['2026-01-01', '2026-05-01', '2026-12-25', '2028-12-26', '2026-11-21', '2026-11-22']) {
    expect([closed, isTargetDay(closed)]).toEqual([closed, false]);
  }
  // Holidays of France alone are business days.
  for (const open of ['2026-07-14', '2026-05-14', '2026-11-11', '2026-04-02', '2026-04-07', '2026-12-31']) {
    expect([open, isTargetDay(open)]).toEqual([open, true]);
  }
});

it.each([
  // The earliest and the latest that Easter can be, and the two exceptions of the rule.
  ['1818-03-20', '1818-03-23'],
  ['2038-04-23', '2038-04-26'],
  ['1954-04-16', '1954-04-19'],
  ['1981-04-17', '1981-04-20'],
])('is closed on %s, a Good Friday, and on %s', (friday, monday) => {
  expect([isTargetDay(friday), isTargetDay(monday)]).toEqual([false, false]);
});

it('counts business days over weekends and holidays', () => {
  expect(targetDayBefore('2026-04-07')).toBe('2026-04-02');
  expect(targetDaysBetween('2026-11-20', '2026-11-20', 9)).toBe(0);
  expect(targetDaysBetween('2026-11-20', '2026-11-22', 9)).toBe(0);
  expect(targetDaysBetween('2026-11-20', '2026-11-27', 9)).toBe(5);
  expect(targetDaysBetween('2026-04-02', '2026-04-08', 9)).toBe(2);
  expect(targetDaysBetween('2024-06-28', '2026-11-20', 9)).toBe(9);
});
