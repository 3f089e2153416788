import { transactionDays } from './transaction-days';

type Status = 'completed' | 'pending' | 'failed';
const row = (date: string, amount: number, status: Status = 'completed', moved = status === 'completed') => ({
  date,
  amount,
  status,
  moved,
  currency: 'EUR',
});
const rows = [
  row('2026-11-23T09:00:00Z', -0.1),
  // The 23rd in Paris.
  row('2026-11-22T23:30:00Z', -0.2, 'pending'),
  row('2026-11-22T10:00:00Z', 50),
  row('2026-11-22T09:00:00Z', -20, 'failed'),
  row('2026-11-20T09:00:00Z', -3),
];
const totals = (page: number, pages: number) =>
  transactionDays(rows, { page, pages }).map(({ day, rows: some, total }) => [day, some.length, total]);

it('sums the days of Paris exactly, without transactions that moved nothing', () => {
  expect(totals(1, 1)).toEqual([
    ['2026-11-23', 2, -0.3],
    ['2026-11-22', 2, 50],
    ['2026-11-20', 1, -3],
  ]);
});

it('gives no total of a day that may continue on another page', () => {
  expect(totals(2, 3).map(([, , total]) => total)).toEqual([undefined, 50, undefined]);
  expect(totals(3, 3).map(([, , total]) => total)).toEqual([undefined, 50, -3]);
});

it('does not add different currencies', () => {
  const dollars = { ...row('2026-11-23T09:00:00Z', 1), currency: 'USD' };
  expect(transactionDays([...rows.slice(0, 1), dollars], { page: 1, pages: 1 })[0]?.total).toBeUndefined();
});

it('counts a payment that came back both ways', () => {
  const back = [
    row('2026-11-24T09:00:05Z', 60),
    row('2026-11-24T09:00:00Z', -60, 'failed', true),
    row('2026-11-24T08:00:00Z', 500),
  ];
  expect(transactionDays(back, { page: 1, pages: 1 })[0]?.total).toBe(500);
});
