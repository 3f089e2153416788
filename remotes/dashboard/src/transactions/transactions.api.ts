import type { TransactionList } from '@bank/contracts/transactions';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useQuery } from '@bank/client/query';

export const transactionsKey = ['transactions'];

type TransactionQuery = Partial<
  Record<'search' | 'type' | 'status' | 'dateFrom' | 'dateTo', string> & { page: number; limit: number }
>;

/** The caller's movements, newest first; an empty filter is the same as none. */
export function useTransactions(query: TransactionQuery) {
  const result = useQuery({
    queryKey: [...transactionsKey, query],
    queryFn: ({ signal }) => api.get<TransactionList>('/user/transactions', { query, signal }),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh('transaction', transactionsKey);
  return result;
}
