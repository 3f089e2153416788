import { completed, periodOf, problemOf } from './periods';

it('knows its presets across months and years', () => {
  expect(periodOf('this_month', '2026-11-21')).toEqual({ dateFrom: '2026-11-01', dateTo: '2026-11-21' });
  expect(periodOf('last_month', '2027-01-05')).toEqual({ dateFrom: '2026-12-01', dateTo: '2026-12-31' });
  expect(periodOf('last_month', '2028-03-31')).toEqual({ dateFrom: '2028-02-01', dateTo: '2028-02-29' });
  expect(periodOf('days_30', '2026-11-30')).toEqual({ dateFrom: '2026-11-01', dateTo: '2026-11-30' });
});

it('completes what the address leaves out', () => {
  expect(completed({ dateFrom: '', dateTo: '2026-11-30' }).dateFrom).toBe('2026-11-01');
});

it('refuses what the server refuses', () => {
  expect(problemOf({ dateFrom: '2026-11-02', dateTo: '2026-11-01' })).toBe('reversed');
  expect(problemOf({ dateFrom: '2026-01-01', dateTo: '2027-01-01' })).toBeUndefined();
  expect(problemOf({ dateFrom: '2026-01-01', dateTo: '2027-01-02' })).toBe('too_long');
});
