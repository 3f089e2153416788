import fc from 'fast-check';
import { standingFrequencies, type StandingFrequency } from '@bank/contracts/standing-orders';
import { occurrenceAfter, occurrenceFrom } from './occurrences';

/** The first `count` occurrences, one after the other. */
function series(first: string, frequency: StandingFrequency, count: number): string[] {
  const days = [first];
  while (days.length < count) days.push(occurrenceAfter(first, frequency, days.at(-1) ?? first));
  return days;
}

const someDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the occurrences of a debit', () => {
  it('of the 31st fall on the last day of shorter months and do not drift', () => {
    expect(series('2027-10-31', 'monthly', 7)).toEqual([
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
  });

  it('of every quarter keep their day, too', () => {
    expect(series('2027-11-30', 'quarterly', 4)).toEqual([
      '2027-11-30',
      '2028-02-29',
      '2028-05-30',
      '2028-08-30',
    ]);
  });

  it('of every week keep their weekday over the change of the clocks', () => {
    expect(series('2027-03-20', 'weekly', 4)).toEqual([
      '2027-03-20',
      '2027-03-27',
      '2027-04-03',
      '2027-04-10',
    ]);
  });

  it('start on the first day, whenever that is', () => {
    expect(occurrenceFrom('2027-05-10', 'monthly', '2020-01-01')).toBe('2027-05-10');
    expect(occurrenceFrom('2027-05-10', 'weekly', '2027-05-10')).toBe('2027-05-10');
    expect(occurrenceFrom('2027-05-10', 'weekly', '2027-05-11')).toBe('2027-05-17');
  });

  it.each(standingFrequencies)('lead from any day to the same %s series', (frequency) => {
    fc.assert(
      fc.property(someDay, fc.nat(40), fc.nat(6), (first, count, before) => {
        const days = series(first, frequency, count + 2);
        const [previous, next] = [days[count] ?? '', days[count + 1] ?? ''];
        expect(next > previous).toBe(true);
        const between = new Date(Date.parse(next) - before * 86_400_000).toISOString().slice(0, 10);
        expect(occurrenceFrom(first, frequency, between)).toBe(next);
      }),
    );
  });
});
