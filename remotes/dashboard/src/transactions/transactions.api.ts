import type { ExportFormat, Transaction, TransactionList } from '@bank/contracts/transactions';
import { api } from '@bank/client/api';
import { download } from '@bank/client/download';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useQuery } from '@bank/client/query';

export const transactionsKey = ['transactions'];

export type FilterValues = Partial<Record<'search' | 'type' | 'status' | 'dateFrom' | 'dateTo', string>>;
type TransactionQuery = FilterValues & { page?: number; limit?: number };

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

/** One movement by its id; one that a list has brought already is not asked for again. */
export const useTransaction = (id: number, known: Transaction | undefined) =>
  useQuery({
    queryKey: [...transactionsKey, 'one', id],
    queryFn: ({ signal }) => api.get<Transaction>(`/user/transactions/${id}`, { signal }),
    initialData: known,
    enabled: !known,
  });

/** Saves all that the filters leave as a file, which the server makes. */
export const exportTransactions = (format: ExportFormat, filters: FilterValues) =>
  download('/user/transactions/export', { query: { format, ...filters } });
