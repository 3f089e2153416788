import { everyMinute } from '../../ports/payment-rail/settlement-days.service';
import { latestCutOff } from './cut-offs.service';

const times = '16:00 09:00';

it.each([
  // Winter: Paris is an hour ahead. Monday, 23 November 2026.
  ['2026-11-23T08:30:00Z', '2026-11-23T08:00:00Z', 'of the day'],
  ['2026-11-23T07:59:00Z', '2026-11-20T15:00:00Z', 'of Friday, on Monday before the first'],
  ['2026-11-22T12:00:00Z', '2026-11-20T15:00:00Z', 'of Friday, on Sunday'],
  ['2026-04-07T06:30:00Z', '2026-04-02T14:00:00Z', 'of the Thursday before Easter, on the Tuesday after it'],
  ['2026-12-27T12:00:00Z', '2026-12-24T15:00:00Z', 'of Christmas Eve, on the Sunday after'],
])('at %s the last cut-off is %s: that %s', (now, expected) => {
  expect(latestCutOff(times, new Date(now))).toEqual(new Date(expected));
});

it('is every minute of every day in the demonstration', () => {
  const sunday = new Date('2026-11-22T12:34:56Z');
  expect(latestCutOff(everyMinute, sunday)).toEqual(new Date('2026-11-22T12:34:00Z'));
});

it('is never without times', () => {
  expect(latestCutOff('', new Date('2026-11-23T12:00:00Z'))).toEqual(new Date(0));
});
