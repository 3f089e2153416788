import { daySeries } from './day-series';

it('lists every day from the first to the last', () => {
  const { days, bounds } = daySeries('2026-02-27', '2026-03-01');
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(bounds.map((moment) => moment.toISOString())).toEqual([
    '2026-02-26T23:00:00.000Z',
    '2026-03-01T23:00:00.000Z',
  ]);
});

it('separates days by Paris time across clock changes', () => {
  const [, spring = '', monday = ''] =
    /, (\d+), (\d+)\) - 1$/.exec(daySeries('2026-03-29', '2026-03-30').placeOf('p.created_at')) ?? [];
  expect((Number(monday) - Number(spring)) / 3600).toBe(23);
});
