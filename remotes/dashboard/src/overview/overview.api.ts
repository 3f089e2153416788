import { useCards } from '../cards.api';
import { useTransactions } from '../transactions/transactions.api';

/** One count of the overview, wherever it comes from. */
export interface Figure {
  value: number | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** How many of the caller's cards can pay now. */
export function useActiveCards(): Figure {
  const query = useCards();
  return { ...query, value: query.data?.cards.filter(({ status }) => status === 'active').length };
}

/** How many movements there were since the first of the month, in Paris. */
export const useTransactionsThisMonth = (): Figure => useTotal({ dateFrom: firstOfMonth(new Date()) });

/** How many payments wait to be validated. */
export const usePendingTransfers = (): Figure => useTotal({ status: 'pending' });

/** The last five movements. */
export const useRecentTransactions = () => useTransactions({ limit: 5 });

function useTotal(filter: { dateFrom?: string; status?: string }): Figure {
  const query = useTransactions({ ...filter, limit: 1 });
  return { ...query, value: query.data?.pagination.total };
}

const parisDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The first day of the bank's month in which a moment falls, `2026-11-01`. */
export const firstOfMonth = (moment: Date) => `${parisDay.format(moment).slice(0, 8)}01`;
