import { toDecimal, toMinor } from '@bank/contracts/money';
import type { Transaction } from '@bank/contracts/transactions';
import { bankDay } from '@bank/i18n/format';

/** The listed transactions of one day of Paris. */
export interface TransactionDay<T> {
  day: string;
  rows: T[];
  /** The total of that day; undefined if a page may hold only a part of the day, or several currencies. */
  total: number | undefined;
}

type Listed = Pick<Transaction, 'date' | 'amount' | 'currency' | 'status' | 'moved'>;

/** Money that never moved counts for nothing; what failed after it had left counts, since its return is another row. */
const isMoved = ({ status, moved }: Listed) => moved || status === 'completed' || status === 'pending';

/** The rows of a page by day, in their order. Its first and last day may continue on the pages beside it. */
export function transactionDays<T extends Listed>(
  rows: readonly T[],
  { page, pages }: { page: number; pages: number },
): TransactionDay<T>[] {
  const days: { day: string; rows: T[] }[] = [];
  for (const row of rows) {
    const day = bankDay(row.date);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days.map((each, at) => {
    const isPart = (at === 0 && page > 1) || (at === days.length - 1 && page < pages);
    return { ...each, total: isPart ? undefined : totalOf(each.rows) };
  });
}

function totalOf(rows: readonly Listed[]): number | undefined {
  const currency = rows[0]?.currency;
  if (rows.some((row) => row.currency !== currency)) return undefined;
  const moved = rows.filter(isMoved).map(({ amount }) => toMinor(amount, currency));
  return toDecimal(
    moved.reduce((sum, amount) => sum + amount, 0n),
    currency,
  );
}
