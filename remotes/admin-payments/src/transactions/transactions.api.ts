import type { AdminTransaction, AdminTransactionList } from '@bank/contracts/admin-transactions';
import { api } from '@bank/client/api';
import { download } from '@bank/client/download';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useQuery } from '@bank/client/query';

const transactionsKey = ['admin', 'transactions'];

/** The filters by their names in the address and in the call. */
export const filterNames = ['search', 'type', 'status', 'dateFrom', 'dateTo', 'dateOf', 'user_id'] as const;
export type FilterName = (typeof filterNames)[number];
type FilterValues = Record<FilterName, string>;

/** One page of all customers' movements, newest first; an empty filter is the same as none. */
export function useTransactions(query: FilterValues & { page: number; limit: number }) {
  const result = useQuery({
    queryKey: [...transactionsKey, query],
    queryFn: ({ signal }) => api.get<AdminTransactionList>('/admin/transactions', { query, signal }),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh('payment', transactionsKey);
  return result;
}

/** One movement by its id; one that a list has brought already is not asked for again. */
export const useTransaction = (id: number, known: AdminTransaction | undefined) =>
  useQuery({
    queryKey: [...transactionsKey, 'one', id],
    queryFn: ({ signal }) => api.get<AdminTransaction>(`/admin/transactions/${id}`, { signal }),
    initialData: known,
    enabled: !known,
  });

/** Saves all that the filters leave as a table, which the server makes. */
export const exportTransactions = (filters: FilterValues) =>
  download('/admin/transactions/export', { query: { format: 'csv', ...filters } });
