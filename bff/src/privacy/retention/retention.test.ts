import { endOf, startOfKeeping } from './retention';

const kept = { kept: { years: 3 } };

it.each([
  ['2027-05-04T12:00:00.000Z', '2024-05-04T12:00:00.000Z'],
  ['2028-02-28T12:00:00.000Z', '2025-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2025-03-01T00:00:00.000Z'],
  ['2028-03-01T12:00:00.000Z', '2025-03-01T12:00:00.000Z'],
])('%s: what a visitor wrote before %s is no longer kept', (now, before) => {
  const start = startOfKeeping(new Date(now), 'visitors');
  expect(start.toISOString()).toBe(before);
  expect(endOf(start, kept).getTime()).toBeGreaterThanOrEqual(new Date(now).getTime());
});
