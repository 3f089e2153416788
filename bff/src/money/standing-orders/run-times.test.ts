import { firstAttempt, nextAttempt } from './run-times';

const winter = (time: string) => new Date(`2027-01-15T${time}:00+01:00`);

it('attempts an occurrence in the morning of its day in Paris', () => {
  expect(firstAttempt('2027-01-15')).toEqual(winter('06:00'));
  expect(firstAttempt('2027-07-15')).toEqual(new Date('2027-07-15T06:00:00+02:00'));
});

it('tries again the same afternoon, then the next morning, then no more', () => {
  expect(nextAttempt(1, winter('06:00'))).toEqual(winter('16:00'));
  expect(nextAttempt(1, winter('18:30'))).toEqual(winter('21:30'));
  expect(nextAttempt(2, winter('16:00'))).toEqual(new Date('2027-01-16T06:00:00+01:00'));
  expect(nextAttempt(3, new Date('2027-01-16T06:00:00+01:00'))).toBeUndefined();
});
