import fc from 'fast-check';
import { addDays } from '@bank/contracts/days';
import {
  endOfParisDay,
  lastParisDays,
  parisDay,
  parisDayAround,
  parisHour,
  startOfParisDay,
} from './paris-day';

const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('days of Paris', () => {
  it.each([
    ['2026-01-15', '2026-01-14T23:00:00.000Z'],
    ['2026-07-14', '2026-07-13T22:00:00.000Z'],
    // The day on which summer time begins has 23 hours, and the one on which it ends 25.
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('%s begins at %s', (day, start) => {
    expect(startOfParisDay(day).toISOString()).toBe(start);
  });

  it('ends the last day that can be written, and begins the first that can be stored', () => {
    expect(startOfParisDay('9999-12-31').toISOString()).toBe('9999-12-30T23:00:00.000Z');
    expect(endOfParisDay('9999-12-31').toISOString()).toBe('9999-12-31T23:00:00.000Z');
    // Before 1911 the clocks of Paris were those of its meridian.
    expect(startOfParisDay('1000-01-01').toISOString()).toBe('0999-12-31T23:50:39.000Z');
  });

  it('assigns every moment to exactly one day', () => {
    fc.assert(
      fc.property(moment, (at) => {
        const day = parisDay(at);
        expect(startOfParisDay(day).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(endOfParisDay(day).getTime()).toBeGreaterThan(at.getTime());
        expect(parisDay(startOfParisDay(day))).toBe(day);
        expect(parisDay(new Date(endOfParisDay(day).getTime() - 1))).toBe(day);
      }),
    );
  });

  it('returns the bounds of a moment’s day, regardless of earlier calls', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -90_000, max: 90_000 }), (at, seconds) => {
        for (const near of [at, new Date(at.getTime() + seconds * 1000)]) {
          const day = parisDay(near);
          expect(parisDayAround(near)).toEqual({ day, start: startOfParisDay(day), end: endOfParisDay(day) });
        }
      }),
    );
  });

  it('returns the hour of a moment, regardless of earlier calls', () => {
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/Paris',
      hourCycle: 'h23',
      hour: '2-digit',
    });
    fc.assert(
      fc.property(moment, fc.integer({ min: -9_000, max: 9_000 }), (at, seconds) => {
        for (const near of [at, new Date(at.getTime() + seconds * 1000)]) {
          expect(parisHour(near)).toBe(Number(clock.format(near)));
        }
      }),
    );
  });

  it('returns the last days up to a moment’s, regardless of earlier calls', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 40 }), (at, count) => {
        const days = Array.from({ length: count }, (_, before) => addDays(parisDay(at), before - count + 1));
        expect(lastParisDays(at, count)).toEqual(
          days.map((day) => ({ day, start: startOfParisDay(day), end: endOfParisDay(day) })),
        );
      }),
    );
  });
});
