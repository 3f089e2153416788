import { approvedSince, lastDayAfter } from './validity';

it.each([
  ['2026-11-23T09:00:00Z', '2028-11-23'],
  ['2026-02-28T09:00:00Z', '2028-02-28'],
  ['2026-03-01T09:00:00Z', '2028-03-01'],
  ['2028-02-29T09:00:00Z', '2030-03-01'],
  ['2028-02-28T09:00:00Z', '2030-02-28'],
])('an approval of %s is valid until the beginning of %s', (at, day) => {
  const approvedAt = new Date(at);
  expect(lastDayAfter(approvedAt)).toBe(day);
  const morning = new Date(`${day}T06:00:00Z`);
  const eve = new Date(morning.getTime() - 86_400_000);
  expect([approvedAt >= approvedSince(eve), approvedAt >= approvedSince(morning)]).toEqual([true, false]);
});
