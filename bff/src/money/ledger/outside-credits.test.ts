import fc from 'fast-check';
import { addOutsideCredit, outsideIncome, outsideIncomeOf } from './outside-credits';

const noon = new Date('2026-11-23T12:00:00Z');
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const step = (at: Date) => Math.floor(at.getTime() / 600_000);
/** More than the column holds. */
const columnLength = 6_000;

it('sums the credits of a day and of an hour, in steps of ten minutes', () => {
  const credit = fc.record({
    minutes: fc.integer({ min: -2_000, max: 0 }),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    sender: fc.constantFrom('DE1', 'DE2', 'FR3', 'FR4', 'FR5'),
  });
  fc.assert(
    fc.property(fc.array(credit, { maxLength: 40 }), (credits) => {
      const inOrder = credits.sort((left, right) => left.minutes - right.minutes);
      const stored = inOrder.reduce<string | null>(
        (before, each) => addOutsideCredit(before, each, minutes(each.minutes)),
        null,
      );
      const since = (hours: number) =>
        inOrder.filter((each) => step(minutes(each.minutes)) > step(minutes(-60 * hours)));
      const sum = (hours: number) => since(hours).reduce((total, { amount }) => total + amount, 0n);
      const senders = new Set(since(1).map(({ sender }) => sender)).size;
      expect(outsideIncome(stored, noon)).toEqual({ day: sum(24), hour: sum(1), senders });
    }),
  );
});

it('is empty without credits, and drops expired steps', () => {
  expect(outsideIncome(null, noon)).toEqual({ day: 0n, hour: 0n, senders: 0 });
  const stored = addOutsideCredit(null, { amount: 5n, sender: 'DE1' }, noon);
  expect(outsideIncome(stored, minutes(59))).toEqual({ day: 5n, hour: 5n, senders: 1 });
  expect(outsideIncome(stored, minutes(71))).toEqual({ day: 5n, hour: 0n, senders: 0 });
  expect(outsideIncome(stored, minutes(25 * 60))).toEqual({ day: 0n, hour: 0n, senders: 0 });
  expect(addOutsideCredit(stored, { amount: 7n, sender: 'DE1' }, minutes(25 * 60))).not.toContain(',');
});

it('sums several accounts by their worth, with each sender once', () => {
  const euros = addOutsideCredit(null, { amount: 5n, sender: 'DE1' }, noon);
  const first = addOutsideCredit(null, { amount: 3n, sender: 'DE1' }, minutes(-90));
  const dollars = addOutsideCredit(first, { amount: 4n, sender: 'FR2' }, noon);
  const again = addOutsideCredit(dollars, { amount: 1n, sender: 'DE1' }, noon);
  const accounts = [
    { stored: euros },
    { stored: again, worth: (minor: bigint) => minor * 10n },
    { stored: null },
  ];
  expect(outsideIncomeOf(accounts, noon)).toEqual({ day: 85n, hour: 55n, senders: 2 });
});

it('stays within its column, however many credits of however many senders a day brings', () => {
  let stored: string | null = null;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    for (let nth = 0; nth < 10; nth += 1) {
      const credit = { amount: 2n ** 50n, sender: `DE${minute}.${nth}` };
      stored = addOutsideCredit(stored, credit, minutes(minute));
    }
  }
  expect(stored!.length).toBeLessThan(columnLength);
  expect(outsideIncome(stored, minutes(24 * 60 - 1)).senders).toBe(6 * 8);
});
