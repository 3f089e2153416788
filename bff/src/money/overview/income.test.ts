import { addDays } from '@bank/contracts/days';
import { incomeOf } from './income';

const today = '2026-11-23';
const salary = (...daysAgo: number[]) =>
  daysAgo.map((ago) => ({ description: 'Salaire', amount: 180_000n, day: addDays(today, -ago) }));

it('expects a monthly income after its last interval', () => {
  expect(incomeOf(salary(19, 49, 79), today)).toEqual({ last: '2026-11-04', next: '2026-12-04' });
  expect(incomeOf(salary(19, 50), today)).toEqual({ last: '2026-11-04', next: '2026-12-05' });
});

it('asks for two intervals of a shorter rhythm', () => {
  expect(incomeOf(salary(3, 10), today)).toBeUndefined();
  expect(incomeOf(salary(3, 10, 17), today)).toEqual({ last: '2026-11-20', next: '2026-11-27' });
  expect(incomeOf(salary(4, 18, 32), today)).toEqual({ last: '2026-11-19', next: '2026-12-03' });
});

it('guesses nothing: once, irregular, or long overdue', () => {
  expect(incomeOf([], today)).toBeUndefined();
  expect(incomeOf(salary(19), today)).toBeUndefined();
  expect(incomeOf(salary(19, 49, 60), today)).toBeUndefined();
  expect(incomeOf(salary(36, 66, 96), today)).toBeUndefined();
});

it('tolerates an income that is a few days late', () => {
  expect(incomeOf(salary(33, 63), today)).toEqual({ last: '2026-10-21', next: today });
});

it('takes the largest of several', () => {
  const pension = [5, 35, 65].map((ago) => ({
    description: 'Pension',
    amount: 60_000n,
    day: addDays(today, -ago),
  }));
  expect(incomeOf([...pension, ...salary(19, 49, 79)], today)?.last).toBe('2026-11-04');
});
