import { addMonths, daysAround, parisMonth, parisMonthBounds } from './paris-month';

it.each([
  ['2026-10-31T22:59:59.999Z', '2026-10'],
  ['2026-10-31T23:00:00.000Z', '2026-11'],
  ['2026-06-30T21:59:59.999Z', '2026-06'],
  ['2026-06-30T22:00:00.000Z', '2026-07'],
  ['2026-12-31T23:00:00.000Z', '2027-01'],
])('%s falls in %s', (moment, month) => expect(parisMonth(new Date(moment))).toBe(month));

it('a month begins and ends at midnight of Paris, in winter and in summer', () => {
  const bounds = (month: string) => parisMonthBounds(month).map((moment) => moment.toISOString());
  expect(bounds('2026-10')).toEqual(['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z']);
  expect(bounds('2026-03')).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
  expect(bounds('2026-12')).toEqual(['2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z']);
});

it('counts months over the end of a year, and days over that of February', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', -17)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ]);
  expect(daysAround('2028-02')).toEqual({ before: '2028-01-31', last: '2028-02-29' });
});
